import { textMessage } from '@promptwell/ai-providers/contract';
import { countMessages, countTokens } from '@promptwell/ai-providers';
import {
  promptWithReferences,
  replyFormatOf,
  type CompletionRequest,
  type ModelFacts,
  type Reference,
  type RequestText,
} from '@promptwell/baiql-runtime';

/** Maximum change in tokens where the references and the prompt are joined. */
const SEAM_TOKENS = 4;

/**
 * Counts the input tokens of a request. References are shared by all requests of a batch and may be long, so they are
 * counted once.
 */
export function createInputTokenCounter(): (request: CompletionRequest) => Promise<number> {
  const known = new WeakMap<readonly Reference[], Map<string, Promise<number>>>();
  const countReferences = (references: readonly Reference[], model: string): Promise<number> => {
    if (references.length === 0) return Promise.resolve(0);
    const ofModels = known.get(references) ?? new Map<string, Promise<number>>();
    known.set(references, ofModels);
    const before = ofModels.get(model);
    if (before !== undefined) return before;
    const tokens = countTokens(promptWithReferences({ prompt: '', references }), model).then(
      (counted) => counted + SEAM_TOKENS,
    );
    ofModels.set(model, tokens);
    return tokens;
  };
  return async ({ model: { model }, prompt, references, json, fields, isClosed }) =>
    (await countReferences(references, model)) +
    (await countMessages([textMessage('user', prompt)], model, {
      format: replyFormatOf({ json, fields, isClosed }),
    }));
}

/** Counts the input tokens of many requests to one model, in order. */
export async function countBatchInputTokens(
  { model }: ModelFacts,
  requests: readonly RequestText[],
): Promise<number[]> {
  const counts: number[] = [];
  for (const request of requests) {
    const messages = [textMessage('user', promptWithReferences(request))];
    counts.push(await countMessages(messages, model, { format: replyFormatOf(request) }));
  }
  return counts;
}
