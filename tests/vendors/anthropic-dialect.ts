import type { Dialect, VendorReply } from './dialect';

const FINISH = { stop: 'end_turn', length: 'max_tokens', filtered: 'refusal' } as const;

function event(type: string, rest: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
}

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
export const anthropicDialect: Dialect = {
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
      content: reply.text === '' ? [] : [{ type: 'text', text: reply.text }],
      stop_reason: FINISH[reply.finish],
      usage: reply.usage
        ? { input_tokens: reply.usage.inputTokens, output_tokens: reply.usage.outputTokens }
        : undefined,
    }),
  streamStart: (reply) =>
    event('message_start', {
      message: message(reply, {
        content: [],
        stop_reason: null,
        usage: reply.usage ? { input_tokens: reply.usage.inputTokens, output_tokens: 1 } : undefined,
      }),
    }) +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    event('ping', {}),
  streamText: (_, piece) =>
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece } }),
  streamEnd: (reply) =>
    event('content_block_stop', { index: 0 }) +
    event('message_delta', {
      delta: { stop_reason: FINISH[reply.finish], stop_sequence: null },
      usage: reply.usage ? { output_tokens: reply.usage.outputTokens } : undefined,
    }) +
    event('message_stop', {}),
  error: (status, code, text) => ({
    type: 'error',
    error: { type: code ?? TYPES[status] ?? 'api_error', message: text },
    request_id: 'req_local',
  }),
  errorEvent: (code, text) => event('error', { error: { type: code ?? 'overloaded_error', message: text } }),
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
