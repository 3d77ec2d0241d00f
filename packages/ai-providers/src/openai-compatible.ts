import OpenAI from 'openai';
import type { CallTrace } from './call-trace.js';
import type { AiProvider, ChatMessage, CompletionCall, FinishReason } from './contract.js';
import { DEFAULT_TIMEOUTS, type HttpClient } from './http-client.js';
import { withJsonInstruction, withoutFence } from './json-answers.js';
import { answerChunkSchema, wholeAnswerSchema, type OpenAiUsage } from './openai-answers.js';
import { OPENAI_FLAVOURS, modelRuleFor, type OpenAiFlavour } from './openai-models.js';
import type { PartialAnswer } from './partial-answer.js';
import { runCall, runFree } from './run-call.js';

export interface OpenAiSettings {
  flavour: OpenAiFlavour;
  baseUrl: string;
  /** Local servers often want none. */
  apiKey?: string;
}

type Body = OpenAI.ChatCompletionCreateParams;

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'filtered',
};

/** OpenAI, Gemini, Perplexity and any server that speaks OpenAI's chat completions. */
export function createOpenAiProvider(deps: { http: HttpClient }, settings: OpenAiSettings): AiProvider {
  const { flavour, baseUrl, apiKey } = settings;
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // The SDK would otherwise take these from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    ...(apiKey === undefined && { defaultHeaders: { authorization: null } }),
    fetch: (url, init) => deps.http.fetch(url, init),
    maxRetries: 0,
    // Its log may hold prompts.
    logLevel: 'off',
  });

  async function completeWhole(body: Body, trace: CallTrace, answer: PartialAnswer): Promise<void> {
    const raw = await client.chat.completions.create({ ...body, stream: false }, requestOptions(trace));
    const { id, choices, usage } = wholeAnswerSchema.parse(raw);
    answer.requestId = id ?? null;
    for (const { message, finish_reason } of choices.slice(0, 1)) {
      answer.add(message.content ?? message.refusal ?? '');
      answer.finishReason = finishReason(finish_reason ?? 'stop', message.refusal);
    }
    reportUsage(answer, usage);
  }

  async function completeStreamed(body: Body, trace: CallTrace, answer: PartialAnswer): Promise<void> {
    const stream = await client.chat.completions.create(
      { ...body, stream: true, stream_options: { include_usage: true } },
      requestOptions(trace),
    );
    for await (const raw of stream) {
      // Pieces that the SDK had read ahead are not wanted any more.
      if (trace.failure) throw trace.failure;
      const { id, choices, usage } = answerChunkSchema.parse(raw);
      answer.requestId ??= id ?? null;
      for (const { delta, finish_reason } of choices?.slice(0, 1) ?? []) {
        answer.add(delta?.content ?? delta?.refusal ?? '');
        if (finish_reason) answer.finishReason = finishReason(finish_reason, delta?.refusal);
      }
      // Perplexity repeats it in every chunk, growing; the last one counts.
      reportUsage(answer, usage);
    }
  }

  return {
    complete(call) {
      const body = toBody(flavour, call);
      return runCall(call, async (trace, answer) => {
        if (call.onText) return completeStreamed(body, trace, answer);
        await completeWhole(body, trace, answer);
        if (call.json) answer.text = withoutFence(answer.text);
      });
    },

    listModels() {
      const { modelPrefix } = OPENAI_FLAVOURS[flavour];
      return runFree(async (trace) => {
        const names: string[] = [];
        for await (const { id } of client.models.list(requestOptions(trace))) {
          names.push(id.startsWith(modelPrefix) ? id.slice(modelPrefix.length) : id);
        }
        return names.sort();
      });
    },
  };
}

function requestOptions(trace: CallTrace) {
  const fetchOptions = { redirect: 'manual' as const, trace };
  // Our HTTP client keeps time in every phase; the SDK's own clock only must not interfere.
  return { fetchOptions, timeout: DEFAULT_TIMEOUTS.deadlineMs * 2 };
}

function toBody(flavour: OpenAiFlavour, call: CompletionCall): Body {
  const { model, maxOutputTokens, temperature, topP, json = false } = call;
  const { outputLimit, takesSampling } = modelRuleFor(flavour, model);
  const hasJsonMode = OPENAI_FLAVOURS[flavour].jsonMode === 'json_object';
  const messages = json ? withJsonInstruction(call.messages) : call.messages;
  return {
    model,
    messages: messages.map(toMessage),
    [outputLimit]: maxOutputTokens,
    ...(takesSampling && temperature !== undefined && { temperature }),
    ...(takesSampling && topP !== undefined && { top_p: topP }),
    ...(json && hasJsonMode && { response_format: { type: 'json_object' as const } }),
  };
}

function toMessage({ role, content, images = [] }: ChatMessage): OpenAI.ChatCompletionMessageParam {
  if (role !== 'user' || images.length === 0) return { role, content };
  return {
    role,
    content: [
      { type: 'text', text: content },
      ...images.map(({ mimeType, base64 }) => ({
        type: 'image_url' as const,
        image_url: { url: `data:${mimeType};base64,${base64}` },
      })),
    ],
  };
}

function finishReason(reason: string, refusal: string | null | undefined): FinishReason {
  return refusal ? 'filtered' : (FINISH_REASONS[reason] ?? 'stop');
}

/** Gemini leaves its thinking out of the completion's tokens but not out of the total, and bills it. */
function reportUsage(answer: PartialAnswer, usage: OpenAiUsage): void {
  if (!usage) return;
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = usage;
  answer.reportInput(input);
  answer.reportOutput(Math.max(output, total ? total - input : 0));
}
