import type OpenAI from 'openai';
import type { AiProvider, ProviderRequest, FinishReason, Message, Warning } from './contract.js';
import { VendorErrorEvent } from './explain-failure.js';
import type { HttpClient } from './http/http-client.js';
import { jsonInstruction } from './json-output.js';
import { binariesOf, dataUrlOf, isImage, textOfMessage } from './message-parts.js';
import { createOpenAiClient, listModelsOf, requestOptions, type OpenAiSettings } from './openai-client.js';
import type { PartialResponse, Delta, ReportedUsage } from './partial-response.js';
import { outputItemSchema, responsesEventSchema, type ResponsesUsage } from './responses-schema.js';
import { RefusedFields, type RefusableField } from './refused-fields.js';
import { beginFunctionCall, toFunctionTools, toToolItems, toToolSettings } from './responses-tools.js';
import { runRequest } from './run-request.js';
import { splitSystem, warningsForSystem } from './system-messages.js';
import { MIN_OUTPUT_TOKENS, OPENAI } from './vendors/openai.js';
import { agentOf, PERPLEXITY } from './vendors/perplexity.js';
import {
  familyOf,
  adaptRequest,
  enforcedSchema,
  modelCapabilities,
  TICKS_OF_A_DOLLAR,
  type Vendor,
} from './vendors/vendor.js';

/** Marks message state that belongs to this API. */
const STATE = 'responses';

type Body = OpenAI.Responses.ResponseCreateParamsStreaming;

/** Vendors of the Responses API and their differences. */
interface ResponsesVendor {
  vendor: Vendor;
  toBody: (call: ProviderRequest) => object;
}

export const RESPONSES_VENDORS = {
  openai: { vendor: OPENAI, toBody: toOpenAiBody },
  perplexity: { vendor: PERPLEXITY, toBody: toAgentBody },
} as const satisfies Record<string, ResponsesVendor>;

const INCOMPLETE: Readonly<Record<string, FinishReason>> = {
  max_output_tokens: 'length',
  content_filter: 'filtered',
};

/** OpenAI's Responses API, and Perplexity's Agent API with the same shape. */
export function createResponsesProvider(
  deps: { http: HttpClient },
  settings: OpenAiSettings & { speaker: ResponsesVendor },
): AiProvider {
  const client = createOpenAiClient(deps.http, settings);
  const { vendor, toBody } = settings.speaker;
  const refusedFields = new RefusedFields();

  return {
    stream(asked) {
      const { call, warnings } = adaptRequest(asked, modelCapabilities(vendor, familyOf(asked)));
      const more = vendor === PERPLEXITY ? warningsForSystem(call) : [];
      return runRequest(call, [...warnings, ...raisedBound(call), ...more], {
        send: (trace) =>
          refusedFields.send(call.model, trace, (refused) => {
            const identifiers = vendor.takesIdentifiers ? identifiersOf(call, refused) : {};
            const body = { ...toBody(call), ...identifiers } as Body;
            const send = () => client.responses.create(body, requestOptions(trace)).asResponse();
            return { fields: Object.keys(identifiers) as RefusableField[], send };
          }),
        read: readEvent,
        hasThinkingTags: vendor.hasThinkingTags,
      });
    },
    listModels: () => listModelsOf(client),
  };
}

function* readEvent(raw: unknown, answer: PartialResponse): Generator<Delta> {
  const event = responsesEventSchema.parse(raw);
  switch (event.type) {
    case 'response.created':
      answer.requestId = event.response.id ?? null;
      break;
    case 'response.output_text.delta':
      yield { type: 'text', text: event.delta };
      break;
    case 'response.refusal.delta':
      answer.isRefusal = true;
      yield { type: 'text', text: event.delta };
      break;
    case 'response.reasoning_text.delta':
    case 'response.reasoning_summary_text.delta':
      yield { type: 'reasoning', text: event.delta };
      break;
    case 'response.reasoning_summary_part.added':
      if (event.summary_index > 0) yield { type: 'reasoning', text: '\n\n' };
      break;
    case 'response.output_text.annotation.added':
      yield sourceOf(event.annotation);
      break;
    case 'response.reasoning.search_results':
      yield* event.results.map(sourceOf);
      break;
    case 'response.output_item.added':
      yield* beginFunctionCall(event.item, event.output_index, answer);
      break;
    case 'response.function_call_arguments.delta': {
      const index = answer.toolCalls.indexOf(event.output_index);
      if (index !== undefined) yield { type: 'tool-arguments', index, text: event.delta };
      break;
    }
    case 'response.output_item.done':
      if (event.item.type === 'function_call') {
        if ('output_index' in event) yield* beginFunctionCall(event.item, event.output_index, answer);
      } else if (event.item.type === 'search_results') yield* event.item.results.map(sourceOf);
      else answer.countSearch();
      break;
    case 'response.completed':
    case 'response.incomplete': {
      const { id, usage, incomplete_details, output } = event.response;
      answer.requestId ??= id ?? null;
      // Servers that don't stream, and some that do, send all content only here.
      if (!answer.hasContent) yield* writtenIn(output ?? [], answer);
      const reason = incomplete_details?.reason;
      answer.end(
        answer.isRefusal ? 'filtered' : (INCOMPLETE[reason ?? ''] ?? 'stop'),
        reason ?? event.type.slice('response.'.length),
      );
      if (usage) answer.report(usageOf(usage));
      // Later turns of the chat continue the reasoning from here.
      if (canContinue(output ?? [])) answer.state = { vendor: STATE, value: output };
      break;
    }
    case 'response.failed':
      throw new VendorErrorEvent(event.response.error ?? {});
    case 'error':
      throw new VendorErrorEvent({ code: event.code, message: event.message });
    case 'other':
      break;
  }
}

/** Reasoning can be sent back if it came encrypted; the vendor stores nothing. */
const canContinue = (output: readonly { type: string; encrypted_content?: unknown }[]): boolean => {
  const reasoning = output.filter(({ type }) => type === 'reasoning');
  return reasoning.length > 0 && reasoning.every((item) => typeof item.encrypted_content === 'string');
};

function* writtenIn(output: readonly unknown[], answer: PartialResponse): Generator<Delta> {
  const hasThought = answer.reasoning !== '';
  for (const [place, raw] of output.entries()) {
    const item = outputItemSchema.safeParse(raw).data;
    if (item && 'call_id' in item) {
      yield* beginFunctionCall(item, place, answer);
      continue;
    }
    if (item?.type === 'reasoning' && !hasThought) {
      for (const { text } of [...item.summary, ...item.content])
        yield { type: 'reasoning', text: text ?? '' };
    }
    if (item?.type !== 'message') continue;
    for (const { text, refusal, annotations } of item.content) {
      answer.isRefusal ||= Boolean(refusal);
      yield { type: 'text', text: text ?? refusal ?? '' };
      for (const source of annotations ?? []) if (source) yield sourceOf(source);
    }
  }
}

function raisedBound({ maxOutputTokens }: ProviderRequest): Warning[] {
  if (maxOutputTokens >= MIN_OUTPUT_TOKENS) return [];
  const message = `The shortest bound of a reply is ${String(MIN_OUTPUT_TOKENS)} tokens; that was asked for.`;
  return [{ setting: 'maxOutputTokens', message }];
}

const identifiersOf = ({ userId, cacheKey }: ProviderRequest, refused: ReadonlySet<RefusableField>) => ({
  ...(userId !== undefined && !refused.has('safety_identifier') && { safety_identifier: userId }),
  ...(cacheKey !== undefined && !refused.has('prompt_cache_key') && { prompt_cache_key: cacheKey }),
});

/** Fields common to both. Nothing is stored at the vendor. */
function toCommon(
  { messages, maxOutputTokens, effort, sampling }: ProviderRequest,
  system: readonly string[],
) {
  return {
    ...(system.length > 0 && { instructions: system.join('\n\n') }),
    input: messages.flatMap(toItem),
    max_output_tokens: Math.max(maxOutputTokens, MIN_OUTPUT_TOKENS),
    ...(effort !== undefined && { reasoning: { effort } }),
    ...(sampling?.temperature !== undefined && { temperature: sampling.temperature }),
    ...(sampling?.topP !== undefined && { top_p: sampling.topP }),
    store: false,
    stream: true,
  };
}

function toOpenAiBody(call: ProviderRequest): object {
  const { model, format, webSearch, maxSearches, messages, effort, toolUse } = call;
  // Those at the start are instructions; later ones keep their place.
  const firstOther = messages.findIndex(({ role }) => role !== 'system');
  const leading = firstOther === -1 ? messages : messages.slice(0, firstOther);
  const others = messages.slice(leading.length);
  const body = toCommon({ ...call, messages: others }, leading.map(textOfMessage));
  const tools = [...toFunctionTools(call), ...(webSearch === true ? [{ type: 'web_search' as const }] : [])];
  // So that reasoning continues after the tools have returned.
  const thinksWithTools = toolUse !== undefined && modelCapabilities(OPENAI, familyOf(call)).effort;
  return {
    model,
    ...body,
    ...((effort !== undefined || thinksWithTools) && { include: ['reasoning.encrypted_content'] }),
    // Without a schema, the word "JSON" must occur in a message; instructions don't count.
    ...(format &&
      !format.schema && {
        input: [{ role: 'developer', content: jsonInstruction(undefined) }, ...body.input],
      }),
    ...(format && { text: { format: toOpenAiFormat(format) } }),
    ...(tools.length > 0 && { tools, ...toToolSettings(call) }),
    ...(webSearch === true && maxSearches !== undefined && { max_tool_calls: maxSearches }),
  };
}

function toOpenAiFormat({ schema }: NonNullable<ProviderRequest['format']>): object {
  if (!schema) return { type: 'json_object' };
  return { type: 'json_schema', name: schema.name, schema: schema.schema, strict: schema.strict ?? true };
}

/** Sonar always searched, and so do its successors unless disabled. */
function toAgentBody(call: ProviderRequest): object {
  const { model, format, webSearch, effort } = call;
  const { system, others } = splitSystem(call.messages);
  const body = toCommon({ ...call, messages: others }, system);
  const schema = enforcedSchema(PERPLEXITY, call);
  const instruction = format && jsonInstruction(schema ? undefined : format.schema?.schema);
  const instructions = [body.instructions, instruction].filter(Boolean).join('\n\n');
  return {
    ...agentOf(model),
    ...body,
    ...(effort !== undefined && { include: ['reasoning.encrypted_content'] }),
    ...(instructions !== '' && { instructions }),
    ...(schema && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: schema.name, schema: schema.schema },
      },
    }),
    ...(webSearch !== false && { tools: [{ type: 'web_search' }] }),
  };
}

function toItem(message: Message): object[] {
  const { state } = message;
  const role = message.role === 'system' ? 'developer' : message.role;
  if (state?.vendor === STATE && Array.isArray(state.value)) return state.value as object[];
  const withTools = toToolItems(message);
  if (withTools) return withTools;
  const content = textOfMessage(message);
  const binaries = binariesOf(message);
  if (role === 'assistant' || binaries.length === 0) return [{ role, content }];
  return [
    {
      role,
      content: [
        { type: 'input_text', text: content },
        ...binaries.map(({ part, bytes }) =>
          isImage(part)
            ? { type: 'input_image', image_url: dataUrlOf(part, bytes), detail: 'auto' }
            : { type: 'input_file', filename: part.name ?? 'file', file_data: dataUrlOf(part, bytes) },
        ),
      ],
    },
  ];
}

const sourceOf = ({ url, title }: { url: string; title?: string | null | undefined }): Delta => ({
  type: 'source',
  url,
  title: title ?? null,
});

function usageOf(usage: NonNullable<ResponsesUsage>): ReportedUsage {
  const input = usage.input_tokens_details;
  return {
    input: usage.input_tokens,
    cacheRead: input?.cached_tokens ?? input?.cache_read_input_tokens,
    cacheWrite: input?.cache_write_tokens ?? input?.cache_creation_input_tokens,
    output: usage.output_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens,
    webSearches: usage.tool_calls_details?.search_web?.invocation,
    cost: costOf(usage),
  };
}

function costOf({ cost, cost_in_usd_ticks: ticks }: NonNullable<ResponsesUsage>): number | null | undefined {
  if (typeof ticks === 'number') return ticks / TICKS_OF_A_DOLLAR;
  if (typeof cost === 'number') return cost;
  return (cost?.currency ?? 'USD') === 'USD' ? cost?.total_cost : undefined;
}
