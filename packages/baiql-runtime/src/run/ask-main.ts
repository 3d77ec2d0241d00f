import { createHash } from 'node:crypto';
import type { ModelFacts, Reference } from '../host.js';
import type { Ask } from '../interpreter/services.js';

/** What of a request is the same throughout a batch. */
export interface FingerprintBase {
  readonly model: ModelFacts;
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly references: readonly Reference[];
}

/** SHA-256 of all that makes a request what it is; the references of a batch are hashed once. */
export function fingerprinter(
  base: FingerprintBase,
): (ask: Pick<Ask, 'prompt' | 'json' | 'references'>) => string {
  const { model, temperature, topP, references } = base;
  const shared = hash([model.provider, model.model, model.maxOutputTokens, temperature, topP, references]);
  return ({ prompt, json, references: own }) => hash([shared, json, own, prompt]);
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
