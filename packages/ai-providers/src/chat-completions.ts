import type OpenAI from 'openai';
import { chatChunkSchema, type ChatUsage } from './chat-answers.js';
import type { AiProvider, Call, FinishReason, Message } from './contract.js';
import { VendorErrorEvent } from './explain-failure.js';
import type { HttpClient } from './http/http-client.js';
import { jsonInstruction } from './json-answers.js';
import { base64Of, binariesOf, dataUrlOf, isImage, textOfMessage } from './message-parts.js';
import { createOpenAiClient, listModelsOf, requestOptions, type OpenAiSettings } from './openai-client.js';
import type { PartialAnswer, ReportedUsage } from './partial-answer.js';
import { runCall, type Piece } from './run-call.js';
import { TAKES_MAX_COMPLETION_TOKENS } from './vendors/openai.js';
import { fitCall, takesOf, type Vendor } from './vendors/vendor.js';

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
      });
    },
    listModels: () => listModelsOf(client, settings.modelPrefix),
  };
}

function* readChunk(event: unknown, answer: PartialAnswer): Generator<Piece> {
  const { id, choices, usage } = chatChunkSchema.parse(event);
  answer.requestId ??= id ?? null;
  const choice = choices?.[0];
  const said = choice?.delta ?? choice?.message;
  if (said?.reasoning_content) yield { type: 'reasoning', text: said.reasoning_content };
  const text = said?.content ?? said?.refusal ?? '';
  if (text !== '') yield { type: 'text', text };
  // Mistral's word for an answer that failed in the middle.
  if (choice?.finish_reason === 'error') throw new VendorErrorEvent({});
  if (choice?.finish_reason) {
    answer.vendorReason = choice.finish_reason;
    answer.reason = said?.refusal ? 'filtered' : finishReason(choice.finish_reason);
  }
  if (usage) answer.report(usageOf(usage));
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

/** Gemini leaves its thinking out of the completion's tokens but not out of the total, and bills it. */
function usageOf(usage: NonNullable<ChatUsage>): ReportedUsage {
  const { prompt_tokens: input, completion_tokens: completion, total_tokens: total } = usage;
  const output = Math.max(completion, total ? total - input : 0);
  return {
    input,
    output,
    cacheRead: usage.prompt_tokens_details?.cached_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? output - completion,
  };
}
