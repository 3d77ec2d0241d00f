import { halvesOf, typedEvent, type Dialect, type VendorReply } from './dialect';
import { startVendorServer, type VendorServer, type VendorServerOptions } from './vendor-server';

const FINISH = { stop: 'end_turn', length: 'max_tokens', filtered: 'refusal', tools: 'tool_use' } as const;

function message(reply: VendorReply, rest: object) {
  return {
    id: reply.id,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    stop_sequence: null,
    ...rest,
  };
}

/** Messages as Anthropic publishes them: JSON, or typed events from message_start to message_stop. */
const anthropicDialect: Dialect = {
  completionPath: '/v1/messages',
  basePath: '',
  requestIdHeader: 'request-id',
  models: (names) => ({
    data: names.map((id) => ({ id, type: 'model', display_name: id, created_at: '2025-01-01T00:00:00Z' })),
    has_more: false,
    first_id: names.at(0) ?? null,
    last_id: names.at(-1) ?? null,
  }),
  answer: (reply) =>
    message(reply, {
      content: [
        ...(reply.text === '' ? [] : [{ type: 'text', text: reply.text }]),
        ...reply.toolCalls.map(({ id, name, arguments: args }) => ({
          type: 'tool_use',
          id,
          name,
          input: JSON.parse(args) as unknown,
        })),
      ],
      stop_reason: FINISH[reply.finish],
      usage: reply.usage
        ? { input_tokens: reply.usage.inputTokens, output_tokens: reply.usage.outputTokens }
        : undefined,
    }),
  streamStart: (reply) =>
    typedEvent('message_start', {
      message: message(reply, {
        content: [],
        stop_reason: null,
        usage: reply.usage ? { input_tokens: reply.usage.inputTokens, output_tokens: 1 } : undefined,
      }),
    }) +
    typedEvent('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    typedEvent('ping', {}),
  streamText: (_, piece) =>
    typedEvent('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } }),
  streamToolCall: (_, { id, name, arguments: args }, place) => {
    const index = place + 1;
    return [
      typedEvent('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } }),
      ...halvesOf(args).map((half) =>
        typedEvent('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: half } }),
      ),
      typedEvent('content_block_stop', { index }),
    ].join('');
  },
  streamEnd: (reply) =>
    typedEvent('content_block_stop', { index: 0 }) +
    typedEvent('message_delta', {
      delta: { stop_reason: FINISH[reply.finish], stop_sequence: null },
      usage: reply.usage ? { output_tokens: reply.usage.outputTokens } : undefined,
    }) +
    typedEvent('message_stop', {}),
  error: (status, code, text) => ({
    type: 'error',
    error: { type: code ?? TYPES[status] ?? 'api_error', message: text },
    request_id: 'req_local',
  }),
  errorEvent: (code, text) =>
    typedEvent('error', { error: { type: code ?? 'overloaded_error', message: text } }),
};

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** A local server that speaks Anthropic's messages. */
export function startAnthropicServer(options?: VendorServerOptions): Promise<VendorServer> {
  return startVendorServer(anthropicDialect, options);
}
