import { createHash } from 'node:crypto';
import type { RequestHashes } from '../host.js';
import type { Ask } from '../interpreter/services.js';
import type { BatchTerms, ModelTerms } from '../worker/protocol.js';

type FingerprintTerms = Pick<BatchTerms, 'references' | 'stepModels'> & ModelTerms;
/** The parts of a request that its transaction determines. */
type FingerprintAsk = Pick<Ask, 'prompt' | 'json' | 'fields' | 'isClosed' | 'step' | 'references'>;

/** Hashes what defines a request; the references of a batch are hashed once. */
export function createFingerprinter(terms: FingerprintTerms): (ask: FingerprintAsk) => RequestHashes {
  const { references, stepModels } = terms;
  const sharedOf = ({ model, temperature, topP }: ModelTerms): string =>
    hash([model.provider, model.model, model.maxOutputTokens, temperature, topP, references]);
  const shared = sharedOf(terms);
  const sharedReferences = hash(references);
  const ofSteps = new Map(Object.entries(stepModels).map(([step, own]) => [Number(step), sharedOf(own)]));
  return ({ prompt, json, fields, isClosed = false, step, references: own }) => {
    // The format from before fields had kinds.
    const asked = isClosed ? fields?.map(({ name }) => name) : fields;
    const rest = [asked ?? json, own, prompt];
    return {
      fingerprint: hash([ofSteps.get(step) ?? shared, ...rest]),
      taskHash: hash([sharedReferences, ...rest]),
    };
  };
}

const hash = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
