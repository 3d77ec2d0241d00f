import type { ToldToolCall } from './behaviour';
import { halvesOf, type Dialect, type VendorReply } from './dialect';
import { startVendorServer, type VendorServer, type VendorServerOptions } from './vendor-server';

const FINISH = { stop: 'stop', length: 'length', filtered: 'content_filter', tools: 'tool_calls' } as const;

const toolCallOf = ({ id, name, arguments: args }: ToldToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

function usageOf(reply: VendorReply) {
  if (!reply.usage) return undefined;
  const { inputTokens, outputTokens, cacheReadTokens = 0 } = reply.usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cacheReadTokens },
  };
}

function chunk(reply: VendorReply, rest: object): string {
  const base = { id: reply.id, object: 'chat.completion.chunk', created: 1700000000, model: reply.model };
  return `data: ${JSON.stringify({ ...base, ...rest })}\n\n`;
}

function choice(delta: object, finishReason: string | null = null) {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

/** Chat completions as OpenAI publishes them: JSON, or chunks that end with `[DONE]`. */
export const openAiDialect: Dialect = {
  completionPath: '/v1/chat/completions',
  basePath: '/v1',
  requestIdHeader: 'x-request-id',
  models: (names) => ({ object: 'list', data: names.map((id) => ({ id, object: 'model' })) }),
  answer: (reply) => ({
    id: reply.id,
    object: 'chat.completion',
    created: 1700000000,
    model: reply.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text,
          ...(reply.toolCalls.length > 0 && { tool_calls: reply.toolCalls.map(toolCallOf) }),
        },
        finish_reason: FINISH[reply.finish],
      },
    ],
    usage: usageOf(reply),
  }),
  streamStart: (reply) => chunk(reply, choice({ role: 'assistant', content: '' })),
  streamText: (reply, piece) => chunk(reply, choice({ content: piece })),
  streamToolCall: (reply, call, index) =>
    chunk(reply, choice({ tool_calls: [{ index, ...toolCallOf({ ...call, arguments: '' }) }] })) +
    halvesOf(call.arguments)
      .map((half) => chunk(reply, choice({ tool_calls: [{ index, function: { arguments: half } }] })))
      .join(''),
  streamEnd: (reply) =>
    chunk(reply, choice({}, FINISH[reply.finish])) +
    (reply.usage && reply.wantsUsage ? chunk(reply, { choices: [], usage: usageOf(reply) }) : '') +
    'data: [DONE]\n\n',
  error: (status, code, message) => ({
    error: { message, type: TYPES[status] ?? 'server_error', param: null, code: code ?? null },
  }),
  errorEvent: (code, message) =>
    `data: ${JSON.stringify({ error: { message, type: 'server_error', code: code ?? null } })}\n\n`,
};

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  404: 'invalid_request_error',
  429: 'requests',
};

/** A local server that speaks OpenAI's chat completions, also for Gemini, Perplexity and the like. */
export function startOpenAiServer(options?: VendorServerOptions): Promise<VendorServer> {
  return startVendorServer(openAiDialect, options);
}
