import Anthropic from '@anthropic-ai/sdk';
import { answerEventSchema, wholeAnswerSchema, type AnthropicUsage } from './anthropic-answers.js';
import type { CallTrace } from './call-trace.js';
import type { AiProvider, ChatImage, ChatMessage, CompletionCall, FinishReason } from './contract.js';
import { DEFAULT_TIMEOUTS, type HttpClient } from './http-client.js';
import { withJsonInstruction, withoutFence } from './json-answers.js';
import type { PartialAnswer } from './partial-answer.js';
import { runCall, runFree } from './run-call.js';

export interface AnthropicSettings {
  baseUrl: string;
  apiKey: string;
}

type Body = Omit<Anthropic.MessageCreateParamsNonStreaming, 'stream'>;

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'filtered',
};

/** Anthropic's messages. */
export function createAnthropicProvider(deps: { http: HttpClient }, settings: AnthropicSettings): AiProvider {
  const client = new Anthropic({
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    // The SDK would otherwise take these from the environment.
    authToken: null,
    webhookKey: null,
    fetch: (url, init) => deps.http.fetch(url, init),
    maxRetries: 0,
    // Its log may hold prompts.
    logLevel: 'off',
  });

  async function completeWhole(body: Body, trace: CallTrace, answer: PartialAnswer): Promise<void> {
    const raw = await client.messages.create(body, requestOptions(trace));
    const { id, content, stop_reason, usage } = wholeAnswerSchema.parse(raw);
    answer.requestId = id ?? null;
    for (const block of content) if (block.type === 'text') answer.add(block.text ?? '');
    answer.finishReason = finishReason(stop_reason ?? 'end_turn');
    reportUsage(answer, usage);
  }

  async function completeStreamed(body: Body, trace: CallTrace, answer: PartialAnswer): Promise<void> {
    const stream = await client.messages.create({ ...body, stream: true }, requestOptions(trace));
    for await (const raw of stream) {
      // Pieces that the SDK had read ahead are not wanted any more.
      if (trace.failure) throw trace.failure;
      const event = answerEventSchema.parse(raw);
      switch (event.type) {
        case 'message_start':
          answer.requestId = event.message.id ?? null;
          reportUsage(answer, event.message.usage);
          break;
        case 'content_block_delta':
          if (event.delta.type === 'text_delta') answer.add(event.delta.text ?? '');
          break;
        case 'message_delta':
          if (event.delta.stop_reason) answer.finishReason = finishReason(event.delta.stop_reason);
          reportUsage(answer, event.usage);
          break;
        case 'other':
          break;
      }
    }
  }

  return {
    complete(call) {
      const body = toBody(call);
      return runCall(call, async (trace, answer) => {
        if (call.onText) return completeStreamed(body, trace, answer);
        await completeWhole(body, trace, answer);
        if (call.json) answer.text = withoutFence(answer.text);
      });
    },

    listModels() {
      return runFree(async (trace) => {
        const names: string[] = [];
        const pages = client.models.list({ limit: 1_000 }, requestOptions(trace));
        for await (const { id } of pages) names.push(id);
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

/** The API version that the SDK speaks (2026-10-21) has no temperature and no top_p any more. */
function toBody(call: CompletionCall): Body {
  const messages = call.json ? withJsonInstruction(call.messages) : call.messages;
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    model: call.model,
    max_tokens: call.maxOutputTokens,
    ...(system.length > 0 && { system: system.join('\n\n') }),
    messages: messages.flatMap(toMessage),
  };
}

function toMessage({ role, content, images = [] }: ChatMessage): Anthropic.MessageParam[] {
  if (role === 'system') return [];
  if (images.length === 0) return [{ role, content }];
  // Pictures first: Anthropic's guide finds that the models then answer better.
  return [{ role, content: [...images.map(toImage), { type: 'text', text: content }] }];
}

function toImage({ mimeType, base64 }: ChatImage): Anthropic.ImageBlockParam {
  return {
    type: 'image',
    source: {
      type: 'base64',
      media_type: mimeType as Anthropic.Base64ImageSource['media_type'],
      data: base64,
    },
  };
}

function finishReason(reason: string): FinishReason {
  return FINISH_REASONS[reason] ?? 'stop';
}

/** Tokens written to or read from the prompt cache are not part of `input_tokens`, yet are billed. */
function reportUsage(answer: PartialAnswer, usage: AnthropicUsage): void {
  if (!usage) return;
  answer.reportOutput(usage.output_tokens);
  // The last event of a stream may leave the input out: then what the first one said stands.
  if (usage.input_tokens == null) return;
  const cached = (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
  answer.reportInput(usage.input_tokens + cached);
}
