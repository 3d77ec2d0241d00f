import type { CompletionResponse } from '~/features/completions';
import type { ChatResponse, ChatUsage } from './chat-schema';

type FinishReason = CompletionResponse['finishReason'];
type ChatFinishReason = ChatResponse['choices'][number]['finish_reason'];

const FINISH_REASONS: Readonly<Record<FinishReason, ChatFinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  filtered: 'content_filter',
  // Clients know no other reason for a reply that isn't whole.
  stopped: 'length',
  interrupted: 'length',
  server_stopping: 'length',
};

export const finishReasonOf = ({
  finishReason,
}: Pick<CompletionResponse, 'finishReason'>): ChatFinishReason => FINISH_REASONS[finishReason];

const CUT_OFF: Readonly<Partial<Record<FinishReason, string>>> = {
  stopped: 'The request was stopped. The part of the reply that had arrived was charged.',
  interrupted: 'The connection to the provider was lost. The part of the reply that had arrived was charged.',
  server_stopping: 'The server is restarting. The part of the reply that had arrived was charged.',
};

/** A sentence for a reply that isn't whole. */
export const cutOffWarnings = ({ finishReason }: Pick<CompletionResponse, 'finishReason'>): string[] => {
  const warning = CUT_OFF[finishReason];
  return warning === undefined ? [] : [warning];
};

/** The model that answered, as `/v1/models` lists it. */
export const modelIdOf = ({ provider, model }: Pick<CompletionResponse, 'provider' | 'model'>): string =>
  `${provider}/${model}`;

export const usageOf = ({ usage }: Pick<CompletionResponse, 'usage'>): ChatUsage => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedTokens },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  cost: usage.costUsd,
});

export const annotationsOf = ({ sources }: Pick<CompletionResponse, 'sources'>) =>
  sources.length === 0
    ? {}
    : {
        annotations: sources.map(({ url, title }) => ({
          type: 'url_citation' as const,
          url_citation: { url, title: title ?? url },
        })),
      };

interface Answered {
  id: string;
  completion: CompletionResponse;
  warnings: readonly string[];
}

/** A completion in the shape of OpenAI's Chat Completions. */
export function toChatResponse({ id, completion, warnings }: Answered, nowMs: number): ChatResponse {
  const { text, toolCalls } = completion;
  return {
    id,
    object: 'chat.completion',
    created: Math.floor(nowMs / 1000),
    model: modelIdOf(completion),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && toolCalls.length > 0 ? null : text,
          refusal: null,
          ...(toolCalls.length > 0 && {
            tool_calls: toolCalls.map(({ id: callId, name, arguments: args }) => ({
              id: callId,
              type: 'function' as const,
              function: { name, arguments: args },
            })),
          }),
          ...annotationsOf(completion),
        },
        logprobs: null,
        finish_reason: finishReasonOf(completion),
      },
    ],
    usage: usageOf(completion),
    warnings: [...warnings, ...cutOffWarnings(completion)],
  };
}
