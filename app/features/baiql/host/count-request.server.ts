import {
  promptWithReferences,
  type CompletionRequest,
  type ModelFacts,
  type Reference,
} from '@promptwell/baiql-runtime';
import { countMessages, countTokens } from '~/integrations/ai/tokens.server';

/** Where the references end and the prompt begins, tokens may join or part: at most this many. */
const SEAM_TOKENS = 4;
/** The event loop is given back after so long, as counting a million tokens takes a second. */
const MAX_TURN_MS = 20;

/**
 * Input tokens of a request. References are the same list in every request of a batch and may be long, so they are
 * counted once.
 */
export function createRequestCounter(): (request: CompletionRequest) => number {
  const known = new WeakMap<readonly Reference[], Map<string, number>>();
  const countReferences = (references: readonly Reference[], model: string): number => {
    if (references.length === 0) return 0;
    const ofModels = known.get(references) ?? new Map<string, number>();
    known.set(references, ofModels);
    const before = ofModels.get(model);
    if (before !== undefined) return before;
    const tokens = countTokens(promptWithReferences({ prompt: '', references }), model) + SEAM_TOKENS;
    ofModels.set(model, tokens);
    return tokens;
  };
  return ({ model: { model }, prompt, references, json }) =>
    countMessages([{ role: 'user', content: prompt }], model, { json }) + countReferences(references, model);
}

/** Tokens of many texts, in their order, without holding up everybody else. */
export async function countTexts(model: ModelFacts, texts: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  let turnBeganMs = performance.now();
  for (const text of texts) {
    if (performance.now() - turnBeganMs > MAX_TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turnBeganMs = performance.now();
    }
    counts.push(countTokens(text, model.model));
  }
  return counts;
}
