import Anthropic from '@anthropic-ai/sdk';
import { samplingFor } from './anthropic-models';
import type { CallTrace } from './call-trace';
import type { AiProvider, ChatImage, ChatMessage, CompletionCall, FinishReason } from './contract';
import { DEFAULT_TIMEOUTS, type HttpClient } from './http-client';
import { withJsonInstruction, withoutFence } from './json-answers';
import type { PartialAnswer } from './partial-answer';
import { UnreadableAnswer, runCall, runFree } from './run-call';

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com';

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
    fetch: deps.http.fetch,
    maxRetries: 0,
    // Its log may hold prompts.
    logLevel: 'off',
  });

  async function completeWhole(body: Body, trace: CallTrace, answer: PartialAnswer): Promise<void> {
    const reply = await client.messages.create(body, requestOptions(trace));
    if (!Array.isArray(reply?.content)) throw new UnreadableAnswer();
    answer.requestId = reply.id;
    for (const block of reply.content) if (block.type === 'text') answer.add(block.text);
    answer.finishReason = finishReason(reply.stop_reason);
    reportUsage(answer, reply.usage);
  }

  async function completeStreamed(body: Body, trace: CallTrace, answer: PartialAnswer): Promise<void> {
    const stream = await client.messages.create({ ...body, stream: true }, requestOptions(trace));
    for await (const event of stream) {
      switch (event.type) {
        case 'message_start':
          answer.requestId = event.message.id;
          answer.reportInput(inputTokens(event.message.usage));
          break;
        case 'content_block_delta':
          if (event.delta.type === 'text_delta') answer.add(event.delta.text);
          break;
        case 'message_delta':
          answer.finishReason = finishReason(event.delta.stop_reason);
          answer.reportOutput(event.usage?.output_tokens);
          break;
        case 'content_block_start':
        case 'content_block_stop':
        case 'message_stop':
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

function toBody(call: CompletionCall): Body {
  const messages = call.json ? withJsonInstruction(call.messages) : call.messages;
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    model: call.model,
    max_tokens: call.maxOutputTokens,
    ...(system.length > 0 && { system: system.join('\n\n') }),
    messages: messages.flatMap(toMessage),
    ...samplingFor(call.model, call),
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

function finishReason(reason: string | null): FinishReason | undefined {
  return reason === null ? undefined : (FINISH_REASONS[reason] ?? 'stop');
}

/** Tokens written to or read from the prompt cache are not part of `input_tokens`. */
function inputTokens(usage: Anthropic.Usage | undefined): number | undefined {
  if (!usage) return undefined;
  return usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
}

function reportUsage(answer: PartialAnswer, usage: Anthropic.Usage | undefined): void {
  answer.reportInput(inputTokens(usage));
  answer.reportOutput(usage?.output_tokens);
}
