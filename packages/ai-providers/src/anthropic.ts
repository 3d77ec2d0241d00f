import Anthropic from '@anthropic-ai/sdk';
import { answerEventSchema, type AnthropicBlock, type AnthropicUsage } from './anthropic-schema.js';
import {
  addThinking,
  beginThinking,
  toAnthropicTools,
  toToolMessage,
  withoutThinkingIfLost,
} from './anthropic-tools.js';
import { TransportFailure } from './http/wire-trace.js';
import type { AiProvider, ProviderRequest, FinishReason, Message, Warning } from './contract.js';
import type { HttpClient } from './http/http-client.js';
import { jsonInstruction } from './json-output.js';
import { base64Of, binariesOf, isImage, textOfMessage } from './message-parts.js';
import { requestOptions } from './openai-client.js';
import type { PartialResponse, Delta, ReportedUsage } from './partial-response.js';
import { runRequest, runUnbilledRequest } from './run-request.js';
import { splitSystem, warningsForSystem } from './system-messages.js';
import { ANTHROPIC, ANTHROPIC_LIMITS } from './vendors/anthropic.js';
import { familyOf, adaptRequest, enforcedSchema, modelCapabilities } from './vendors/vendor.js';

export interface AnthropicSettings {
  baseUrl: string;
  apiKey: string;
}

type Body = Anthropic.MessageCreateParamsStreaming;

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filtered',
  tool_use: 'tool_calls',
};

/** Anthropic's Messages API. */
export function createAnthropicProvider(deps: { http: HttpClient }, settings: AnthropicSettings): AiProvider {
  const client = new Anthropic({
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    // Otherwise the SDK reads these from the environment.
    authToken: null,
    webhookKey: null,
    fetch: (url, init) => deps.http.fetch(url, init),
    maxRetries: 0,
    // Logs could contain prompts.
    logLevel: 'off',
  });

  return {
    stream(asked) {
      const adapted = adaptRequest(asked, modelCapabilities(ANTHROPIC, familyOf(asked)));
      const { request: call, warnings: lost } = withoutThinkingIfLost(adapted.call);
      const warnings = [...adapted.warnings, ...lost, ...warningsForSystem(asked), ...stopWarnings(call)];
      return runRequest(call, warnings, {
        async send(trace) {
          refuseBeyondLimits(call);
          await client.messages.create(toBody(call), requestOptions(trace)).asResponse();
        },
        read: readEvent,
      });
    },

    listModels() {
      return runUnbilledRequest(async (trace) => {
        const names: string[] = [];
        const pages = client.models.list({ limit: 1_000 }, requestOptions(trace));
        for await (const { id } of pages) names.push(id);
        return names.sort();
      });
    },
  };
}

function* readEvent(raw: unknown, answer: PartialResponse): Generator<Delta> {
  const event = answerEventSchema.parse(raw);
  switch (event.type) {
    case 'message_start':
      answer.requestId = event.message.id ?? null;
      // The output count is preliminary; `message_delta` has the final one.
      answer.report({ ...usageOf(event.message.usage), output: undefined });
      break;
    case 'content_block_start':
      beginThinking(event.content_block, answer);
      if (event.content_block.type === 'tool_use')
        yield* beginToolCall(event.content_block, event.index, answer);
      break;
    case 'content_block_delta':
      addThinking(event.delta, answer);
      if (event.delta.partial_json) {
        const index = answer.toolCalls.indexOf(event.index);
        if (index !== undefined) yield { type: 'tool-arguments', index, text: event.delta.partial_json };
      }
      if (event.delta.type === 'text_delta') yield { type: 'text', text: event.delta.text ?? '' };
      if (event.delta.type === 'thinking_delta') {
        yield { type: 'reasoning', text: event.delta.thinking ?? '' };
      }
      break;
    case 'message_delta':
      endWith(event.delta.stop_reason, answer);
      answer.report(usageOf(event.usage));
      break;
    case 'message_stop':
      answer.close();
      break;
    case 'message':
      answer.requestId = event.id ?? null;
      for (const [place, block] of event.content.entries()) {
        const { type, text, thinking } = block;
        beginThinking(block, answer);
        if (type === 'tool_use') yield* beginToolCall(block, place, answer);
        if (type === 'text') yield { type, text: text ?? '' };
        if (type === 'thinking') yield { type: 'reasoning', text: thinking ?? '' };
      }
      endWith(event.stop_reason, answer);
      answer.report(usageOf(event.usage));
      answer.close();
      break;
    case 'other':
      break;
  }
}

function* beginToolCall(
  { id, name, input }: AnthropicBlock,
  place: number,
  { toolCalls }: PartialResponse,
): Generator<Delta> {
  const index = toolCalls.begin(place);
  yield { type: 'tool-call', index, id: id ?? '', name: name ?? '' };
  // In a stream the input is empty here and follows in deltas.
  if (input && Object.keys(input).length > 0)
    yield { type: 'tool-arguments', index, text: JSON.stringify(input) };
}

function endWith(reason: string | null | undefined, answer: PartialResponse): void {
  if (reason) answer.end(FINISH_REASONS[reason] ?? 'stop', reason);
}

/** Checked before sending, instead of after uploading the whole request. */
function refuseBeyondLimits({ messages }: ProviderRequest): void {
  const binaries = messages.flatMap(binariesOf);
  const bytes = binaries.reduce((sum, { bytes: each }) => sum + (each.length * 4) / 3, 0);
  if (binaries.length > ANTHROPIC_LIMITS.images || bytes > ANTHROPIC_LIMITS.requestBytes) {
    throw new TransportFailure('request_too_large');
  }
}

function toBody(call: ProviderRequest): Body {
  const { model, maxOutputTokens, effort, format, userId, cacheKey } = call;
  const { system, others: chatMessages } = splitSystem(call.messages);
  const stops = usableStops(call);
  const { schema: takesSchema } = modelCapabilities(ANTHROPIC, familyOf(call));
  const schema = takesSchema ? enforcedSchema(ANTHROPIC, call)?.schema : undefined;
  if (format && !schema) system.unshift(jsonInstruction(format.schema?.schema));
  // The last message of the cacheable prefix.
  const lastKept = cacheKey === undefined ? undefined : chatMessages.length - 2;
  const text = system.join('\n\n');
  return {
    model,
    max_tokens: maxOutputTokens,
    ...(text !== '' && { system: lastKept === -1 ? keptText(text) : text }),
    messages: chatMessages.map((message, index) => toMessage(message, index === lastKept)),
    ...toAnthropicTools(call),
    ...(stops.length > 0 && { stop_sequences: stops }),
    ...(userId !== undefined && { metadata: { user_id: userId } }),
    ...(effort !== undefined && { thinking: { type: 'adaptive' as const } }),
    ...((effort ?? schema) !== undefined && {
      output_config: {
        ...(effort !== undefined && { effort }),
        ...(schema && { format: { type: 'json_schema' as const, schema: { ...schema } } }),
      },
    }),
    stream: true,
  };
}

/** Caches the prompt up to this block for five minutes, if it is long enough for the model. */
const keptText = (text: string): Anthropic.TextBlockParam[] => [
  { type: 'text', text, cache_control: { type: 'ephemeral' } },
];

/** Anthropic rejects stop sequences of whitespace. */
const usableStops = ({ stop = [] }: ProviderRequest): string[] => stop.filter((text) => text.trim() !== '');

function stopWarnings(call: ProviderRequest): Warning[] {
  if (usableStops(call).length === (call.stop ?? []).length) return [];
  return [{ setting: 'stop', message: `${call.model} does not stop at whitespace; that was left out.` }];
}

function toMessage(message: Message, isKept: boolean): Anthropic.MessageParam {
  const withTools = toToolMessage(message);
  if (withTools) return withTools;
  const role = message.role === 'assistant' ? 'assistant' : 'user';
  const text = textOfMessage(message);
  const binaries = binariesOf(message);
  if (binaries.length === 0) return { role, content: isKept ? keptText(text) : text };
  const texts = isKept ? keptText(text) : [{ type: 'text' as const, text }];
  // Images first: Anthropic's guide reports better results.
  return { role, content: [...binaries.map(toBlock), ...texts] };
}

function toBlock({ part, bytes }: ReturnType<typeof binariesOf>[number]): Anthropic.ContentBlockParam {
  const data = base64Of(bytes);
  if (!isImage(part)) {
    return { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } };
  }
  return {
    type: 'image',
    source: { type: 'base64', media_type: part.mimeType as Anthropic.Base64ImageSource['media_type'], data },
  };
}

/** `input_tokens` excludes tokens written to or read from the prompt cache, which are billed. */
function usageOf(usage: AnthropicUsage): ReportedUsage {
  if (!usage) return {};
  const { input_tokens: fresh, cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage;
  return {
    // `message_delta` may omit the input; then the count of `message_start` stays.
    input: fresh == null ? undefined : fresh + (written ?? 0) + (read ?? 0),
    cacheRead: read,
    cacheWrite: written,
    output: usage.output_tokens,
    reasoning: usage.output_tokens_details?.thinking_tokens,
  };
}
