import type OpenAI from 'openai';
import { chatChunkSchema, type ChatUsage, type ContentPart } from './chat-answers.js';
import type { AiProvider, Call, FinishReason, Message } from './contract.js';
import { VendorErrorEvent } from './explain-failure.js';
import type { HttpClient } from './http/http-client.js';
import { jsonInstruction } from './json-answers.js';
import { base64Of, binariesOf, dataUrlOf, isImage, textOfMessage } from './message-parts.js';
import { createOpenAiClient, listModelsOf, requestOptions, type OpenAiSettings } from './openai-client.js';
import type { PartialAnswer, Piece, ReportedUsage } from './partial-answer.js';
import { runCall } from './run-call.js';
import { TAKES_MAX_COMPLETION_TOKENS } from './vendors/openai.js';
import { fitCall, takesOf, TICKS_OF_A_DOLLAR, type Vendor } from './vendors/vendor.js';

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  // Mistral's.
  model_length: 'length',
  content_filter: 'filtered',
};

/** Gemini, and any server that speaks OpenAI's chat completions. */
export function createChatProvider(
  deps: { http: HttpClient },
  settings: OpenAiSettings & { vendor: Vendor; modelPrefix?: string },
): AiProvider {
  const client = createOpenAiClient(deps.http, settings);

  return {
    stream(asked) {
      const { call, warnings } = fitCall(asked, takesOf(settings.vendor, asked.model));
      return runCall(call, warnings, {
        send: (trace) => client.chat.completions.create(toBody(call), requestOptions(trace)).asResponse(),
        read: readChunk,
        hasThinkingTags: settings.vendor.hasThinkingTags,
      });
    },
    listModels: () => listModelsOf(client, settings.modelPrefix),
  };
}

function* readChunk(event: unknown, answer: PartialAnswer): Generator<Piece> {
  const chunk = chatChunkSchema.parse(event);
  answer.requestId ??= chunk.id ?? null;
  const choice = chunk.choices?.[0];
  const message = choice?.delta ?? choice?.message;
  for (const { url, title } of chunk.search_results) yield { type: 'source', url, title: title ?? null };
  for (const { url, title } of chunk.citations) yield { type: 'source', url, title: title ?? null };
  // Some servers send their thinking under both names.
  const reasoning = message?.reasoning_content ?? message?.reasoning;
  if (reasoning) yield { type: 'reasoning', text: reasoning };
  yield* piecesOf(message?.content ?? message?.refusal ?? '');
  for (const { url_citation: source } of message?.annotations ?? [])
    yield { type: 'source', url: source.url, title: source.title ?? null };
  // Mistral's word for an answer that failed in the middle.
  if (choice?.finish_reason === 'error') throw new VendorErrorEvent({});
  if (choice?.finish_reason) {
    answer.end(message?.refusal ? 'filtered' : finishReason(choice.finish_reason), choice.finish_reason);
  }
  const usage = chunk.usage ?? chunk.x_groq?.usage;
  if (usage) answer.report(usageOf(usage));
  if (choice?.message) answer.close();
}

function* piecesOf(content: string | readonly ContentPart[]): Generator<Piece> {
  if (typeof content === 'string') {
    if (content !== '') yield { type: 'text', text: content };
    return;
  }
  for (const { type, text, thinking } of content) {
    if (type === 'text') yield { type, text: text ?? '' };
    else if (type === 'thinking' || type === 'reasoning')
      yield { type: 'reasoning', text: thinking ?? text ?? '' };
  }
}

function toBody({ model, messages, maxOutputTokens, sampling, effort, seed, format }: Call): Body {
  const limit = TAKES_MAX_COMPLETION_TOKENS.test(model) ? 'max_completion_tokens' : 'max_tokens';
  const told = messages.map(toMessage);
  return {
    model,
    messages: format ? [{ role: 'system', content: jsonInstruction(undefined) }, ...told] : told,
    [limit]: maxOutputTokens,
    ...(sampling?.temperature !== undefined && { temperature: sampling.temperature }),
    ...(sampling?.topP !== undefined && { top_p: sampling.topP }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...seedOf(seed),
    ...(format && { response_format: toFormat(format) }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** Deprecated by OpenAI, and what Ollama, vLLM and llama.cpp go by. */
const seedOf = (seed: number | undefined): Record<string, number> => (seed === undefined ? {} : { seed });

function toFormat({ schema }: NonNullable<Call['format']>): NonNullable<Body['response_format']> {
  if (!schema) return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: { name: schema.name, schema: { ...schema.schema }, strict: true },
  };
}

function toMessage(message: Message): OpenAI.ChatCompletionMessageParam {
  const { role } = message;
  const content = textOfMessage(message);
  const binaries = binariesOf(message);
  if (role !== 'user' || binaries.length === 0) return { role, content };
  return {
    role,
    content: [
      { type: 'text', text: content },
      ...binaries.map(({ part, bytes }): OpenAI.ChatCompletionContentPart =>
        isImage(part)
          ? { type: 'image_url', image_url: { url: dataUrlOf(part, bytes) } }
          : {
              type: 'file',
              file: {
                filename: part.name ?? 'file',
                file_data: `data:${part.mimeType};base64,${base64Of(bytes)}`,
              },
            },
      ),
    ],
  };
}

/** Gemini says in many words why it held an answer back. */
function finishReason(reason: string): FinishReason {
  if (/prohibited|safety|blocklist|spii|recitation/i.test(reason)) return 'filtered';
  return FINISH_REASONS[reason] ?? 'stop';
}

/** Gemini and xAI leave the thinking out of the completion's tokens but not out of the total, and bill it. */
function usageOf(usage: ChatUsage): ReportedUsage {
  const { prompt_tokens: input, completion_tokens: completion, total_tokens: total } = usage;
  const details = usage.prompt_tokens_details;
  const isSum = typeof input === 'number' && typeof completion === 'number' && typeof total === 'number';
  const output = isSum && total - input > completion ? total - input : completion;
  return {
    input,
    output,
    cacheRead: details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens,
    cacheWrite: details?.cache_write_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? (output ?? 0) - (completion ?? 0),
    cost: costOf(usage),
  };
}

function costOf({ cost, cost_in_usd_ticks: ticks }: ChatUsage): number | undefined {
  if (typeof ticks === 'number') return ticks / TICKS_OF_A_DOLLAR;
  return typeof cost === 'number' ? cost : cost?.total_cost;
}
