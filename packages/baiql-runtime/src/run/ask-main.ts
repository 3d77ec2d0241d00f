import { createHash } from 'node:crypto';
import type { Ask } from '../interpreter/services.js';
import type { BatchTerms, ModelTerms } from '../worker/protocol.js';

/** SHA-256 of all that makes a request what it is; the references of a batch are hashed once. */
export function fingerprinter(
  terms: Pick<BatchTerms, 'references' | 'stepModels'> & ModelTerms,
): (ask: Pick<Ask, 'prompt' | 'json' | 'fields' | 'step' | 'references'>) => string {
  const { references, stepModels } = terms;
  const sharedOf = ({ model, temperature, topP }: ModelTerms): string =>
    hash([model.provider, model.model, model.maxOutputTokens, temperature, topP, references]);
  const shared = sharedOf(terms);
  const ofSteps = new Map(Object.entries(stepModels).map(([step, own]) => [Number(step), sharedOf(own)]));
  return ({ prompt, json, fields, step, references: own }) =>
    hash([ofSteps.get(step) ?? shared, fields ?? json, own, prompt]);
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
