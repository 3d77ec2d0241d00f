import type { ToldToolCall, ToldUsage } from './behaviour';
import { halvesOf, typedEvent, type Dialect, type VendorReply } from './dialect';
import { openAiDialect } from './openai-server';
import { startVendorServer, type VendorServer, type VendorServerOptions } from './vendor-server';

const INCOMPLETE = {
  stop: null,
  tools: null,
  length: { reason: 'max_output_tokens' },
  filtered: { reason: 'content_filter' },
};

function response(reply: VendorReply, status: string, rest: object = {}) {
  return {
    id: reply.id,
    object: 'response',
    created_at: 1700000000,
    status,
    model: reply.model,
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
    ...rest,
  };
}

function whole(reply: VendorReply) {
  const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
  return response(reply, INCOMPLETE[reply.finish] ? 'incomplete' : 'completed', {
    incomplete_details: INCOMPLETE[reply.finish],
    output: [
      { type: 'message', id: `msg-${reply.id}`, role: 'assistant', status: 'completed', content },
      ...reply.toolCalls.map(functionCallOf),
    ],
    usage: reply.usage && usageOf(reply.usage),
  });
}

const functionCallOf = ({ id, name, arguments: args }: ToldToolCall) => ({
  type: 'function_call',
  id: `fc-${id}`,
  call_id: id,
  name,
  arguments: args,
});

function usageOf({ inputTokens, outputTokens, searches, costUsd, ...cached }: ToldUsage) {
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = cached;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cacheReadTokens, cache_write_tokens: cacheWriteTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
    ...(searches !== undefined && { tool_calls_details: { search_web: { invocation: searches } } }),
    ...(costUsd !== undefined && { cost: { currency: 'USD', total_cost: costUsd } }),
  };
}

/** Responses as OpenAI publishes them: JSON, or typed events from response.created to response.completed. */
const responsesDialect: Dialect = {
  ...openAiDialect,
  completionPath: '/v1/responses',
  answer: whole,
  streamStart: (reply) => typedEvent('response.created', { response: response(reply, 'in_progress') }),
  streamText: (_, piece) =>
    typedEvent('response.output_text.delta', {
      item_id: 'msg',
      output_index: 0,
      content_index: 0,
      delta: piece,
    }),
  streamToolCall: (_, call, place) => {
    const at = { output_index: place + 1 };
    return [
      typedEvent('response.output_item.added', { ...at, item: functionCallOf({ ...call, arguments: '' }) }),
      ...halvesOf(call.arguments).map((delta) =>
        typedEvent('response.function_call_arguments.delta', { ...at, delta }),
      ),
      typedEvent('response.output_item.done', { ...at, item: functionCallOf(call) }),
    ].join('');
  },
  streamEnd: (reply) =>
    typedEvent(INCOMPLETE[reply.finish] ? 'response.incomplete' : 'response.completed', {
      response: whole(reply),
    }),
  errorEvent: (code, message) =>
    typedEvent('error', { sequence_number: 9, code: code ?? null, message, param: null }),
};

/** A local server that speaks OpenAI's Responses, as Perplexity's Agent API does too. */
export function startResponsesServer(options?: VendorServerOptions): Promise<VendorServer> {
  return startVendorServer(responsesDialect, options);
}
