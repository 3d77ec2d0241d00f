import type OpenAI from 'openai';
import { chatChunkSchema, type ChatUsage, type ContentPart } from './chat-schema.js';
import type { AiProvider, ProviderRequest, FinishReason, JsonSchema, Message } from './contract.js';
import { VendorErrorEvent } from './explain-failure.js';
import type { HttpClient } from './http/http-client.js';
import { jsonInstruction } from './json-output.js';
import { base64Of, binariesOf, dataUrlOf, isImage, textOfMessage } from './message-parts.js';
import {
  createOpenAiClient,
  listDeploymentsOf,
  listModelsOf,
  requestOptions,
  type OpenAiSettings,
} from './openai-client.js';
import type { PartialResponse, Delta, ReportedUsage } from './partial-response.js';
import { RefusedFields, type RefusableField } from './refused-fields.js';
import { runRequest } from './run-request.js';
import { readToolCall, toChatTools, toToolMessages, warningsForTools } from './chat-tools.js';
import { TAKES_MAX_COMPLETION_TOKENS } from './vendors/openai.js';
import {
  familyOf,
  adaptRequest,
  enforcedSchema,
  modelCapabilities,
  TICKS_OF_A_DOLLAR,
  type Vendor,
} from './vendors/vendor.js';

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  tool_calls: 'tool_calls',
  length: 'length',
  // Mistral
  model_length: 'length',
  content_filter: 'filtered',
};

/** Gemini and any server compatible with OpenAI's Chat Completions API. */
export function createChatProvider(
  deps: { http: HttpClient },
  settings: OpenAiSettings & { vendor: Vendor; modelPrefix?: string; hasDeployments?: boolean },
): AiProvider {
  const client = createOpenAiClient(deps.http, settings);
  const { vendor, getToken } = settings;
  const clientFor = (model: string): OpenAI =>
    settings.hasDeployments
      ? client.withOptions({ baseURL: `${settings.baseUrl}/deployments/${encodeURIComponent(model)}` })
      : client;
  const refusedFields = new RefusedFields();

  return {
    stream(asked) {
      const { call, warnings } = adaptRequest(asked, modelCapabilities(vendor, familyOf(asked)));
      return runRequest(call, [...warnings, ...warningsForTools(call, vendor)], {
        send: async (trace) => {
          const options = requestOptions(trace, await getToken?.());
          await refusedFields.send(call.model, trace, (refused) => {
            const { body, fields } = toBody(call, vendor, refused);
            const send = () => clientFor(call.model).chat.completions.create(body, options).asResponse();
            return { fields, send };
          });
        },
        read: readChunk,
        hasThinkingTags: vendor.hasThinkingTags,
      });
    },
    listModels: () =>
      settings.azure
        ? listDeploymentsOf(client, settings.azure.origin)
        : listModelsOf(client, settings.modelPrefix),
  };
}

function* readChunk(event: unknown, answer: PartialResponse): Generator<Delta> {
  const chunk = chatChunkSchema.parse(event);
  answer.requestId ??= chunk.id ?? null;
  const choice = chunk.choices?.[0];
  const message = choice?.delta ?? choice?.message;
  for (const { url, title } of chunk.search_results) yield { type: 'source', url, title: title ?? null };
  for (const { url, title } of chunk.citations) yield { type: 'source', url, title: title ?? null };
  // Some servers send reasoning under both names.
  const reasoning = message?.reasoning_content ?? message?.reasoning;
  if (reasoning) yield { type: 'reasoning', text: reasoning };
  yield* piecesOf(message?.content ?? message?.refusal ?? '');
  for (const { url_citation: source } of message?.annotations ?? [])
    yield { type: 'source', url: source.url, title: source.title ?? null };
  for (const [place, call] of (message?.tool_calls ?? []).entries())
    yield* readToolCall(call, choice?.message ? place : undefined, answer);
  // Mistral's finish reason for an error during generation.
  if (choice?.finish_reason === 'error') throw new VendorErrorEvent({});
  if (choice?.finish_reason) {
    answer.end(message?.refusal ? 'filtered' : finishReason(choice.finish_reason), choice.finish_reason);
  }
  const usage = chunk.usage ?? chunk.x_groq?.usage;
  if (usage) answer.report(usageOf(usage));
  if (choice?.message) answer.close();
}

function* piecesOf(content: string | readonly ContentPart[]): Generator<Delta> {
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

function toBody(
  call: ProviderRequest,
  vendor: Vendor,
  refused: ReadonlySet<RefusableField>,
): { body: Body; fields: RefusableField[] } {
  const { model, messages, maxOutputTokens, sampling, effort, seed, stop, format, userId, cacheKey } = call;
  const limit = TAKES_MAX_COMPLETION_TOKENS.test(familyOf(call)) ? 'max_completion_tokens' : 'max_tokens';
  const chatMessages = messages.flatMap((message) => toToolMessages(message, call) ?? toMessage(message));
  const { takesIdentifiers = false } = vendor;
  const schema = enforcedSchema(vendor, call);
  const way = format && JSON_WAYS[schema ? 'schema' : 'any'].find((each) => !refused.has(each));
  const identifiers = {
    ...(userId !== undefined && { safety_identifier: userId }),
    ...(cacheKey !== undefined && { prompt_cache_key: cacheKey }),
  };
  const wanted = takesIdentifiers ? (Object.keys(identifiers) as (keyof typeof identifiers)[]) : [];
  const sent = wanted.filter((field) => !refused.has(field));
  // If the server doesn't enforce the schema, the prompt states it.
  const instruction =
    format && jsonInstruction(way === 'json_schema' && schema ? undefined : format.schema?.schema);
  const body: Body = {
    model,
    messages:
      instruction === undefined ? chatMessages : [{ role: 'system', content: instruction }, ...chatMessages],
    [limit]: maxOutputTokens,
    ...(sampling?.temperature !== undefined && { temperature: sampling.temperature }),
    ...(sampling?.topP !== undefined && { top_p: sampling.topP }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...seedOf(seed),
    ...(stop !== undefined && { stop: [...stop] }),
    ...toChatTools(call, vendor),
    ...(way !== undefined && { response_format: toFormat(way, schema) }),
    ...Object.fromEntries(sent.map((field) => [field, identifiers[field]])),
    stream: true,
    stream_options: { include_usage: true },
  };
  return { body, fields: [...(way === undefined ? [] : [way]), ...sent] };
}

/** Ways to request JSON, the preferred one first. LM Studio has no `json_object`; many servers have no schemas. */
const JSON_WAYS = {
  schema: ['json_schema', 'json_object'],
  any: ['json_object', 'json_schema'],
} as const;

/** Deprecated by OpenAI, but supported by Ollama, vLLM and llama.cpp. */
const seedOf = (seed: number | undefined): Record<string, number> => (seed === undefined ? {} : { seed });

function toFormat(
  way: 'json_object' | 'json_schema',
  schema: JsonSchema | undefined,
): NonNullable<Body['response_format']> {
  if (way === 'json_object') return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: schema
      ? { name: schema.name, schema: { ...schema.schema }, strict: schema.strict ?? true }
      : { name: 'answer', schema: { type: 'object' } },
  };
}

function toMessage(message: Message): OpenAI.ChatCompletionMessageParam {
  const role = message.role === 'tool' ? 'user' : message.role;
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

/** Gemini has many finish reasons for filtered output. */
function finishReason(reason: string): FinishReason {
  if (/prohibited|safety|blocklist|spii|recitation/i.test(reason)) return 'filtered';
  return FINISH_REASONS[reason] ?? 'stop';
}

/** Gemini and xAI leave reasoning out of `completion_tokens` but include it in `total_tokens`, and bill it. */
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
