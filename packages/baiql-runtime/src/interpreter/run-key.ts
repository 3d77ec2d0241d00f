import type { KeyVersion } from '../records.js';
import { LIMITS } from './limits.js';
import { BoundError } from './script-error.js';
import type { BatchContext } from './services.js';
import { shortHash } from './transaction-input.js';
import type { SentPrompt, TransactionState } from './transaction-state.js';

/** The key of a request and its suffix, which is unique within the transaction. */
export interface RunKey {
  readonly key: string;
  readonly suffix: string;
  /** Replaces a request whose reply was rejected; a stored reply like it would be rejected too. */
  readonly isAnew: boolean;
}

/**
 * The key of the next request, skipping those whose replies were rejected.
 * @throws BoundError after too many requests of the transaction.
 */
export function nextKey(
  { batch, facts, keyVersion }: BatchContext,
  state: TransactionState,
  { promptIndex, run }: SentPrompt,
): RunKey {
  const which = whichOf(keyVersion, { promptIndex, run }, state);
  let suffix: string;
  let isAnew = false;
  for (;;) {
    if (state.executed >= LIMITS.runs) {
      throw new BoundError(`A transaction can RUN at most ${LIMITS.runs.toLocaleString('en')} times.`);
    }
    state.executed += 1;
    const count = (state.executedOf.get(which) ?? 0) + 1;
    state.executedOf.set(which, count);
    suffix = `${which}${count}`;
    if (!state.skippedRuns.has(suffix)) break;
    isAnew ||= state.badReplies.has(suffix);
  }
  return {
    key: `${facts.executionId}/${batch.number}/${state.input.number}/${state.step}/${suffix}`,
    suffix,
    isAnew,
  };
}

/** A later key of the same PROMPT and RUN: the request that replaces the other. Keys of version 1 name neither. */
export function comesAfter(suffix: string, other: string): boolean {
  const [at, otherAt] = [suffix.lastIndexOf('/') + 1, other.lastIndexOf('/') + 1];
  return (
    suffix.slice(0, at) === other.slice(0, otherAt) && Number(suffix.slice(at)) > Number(other.slice(otherAt))
  );
}

/** Loops may be deeply nested, and a host's keys have a maximum length. */
const MAX_ITERATION_CHARACTERS = 40;

/** The prefix of a request's key suffix, without the send count: `0/1/t3.2/`. */
function whichOf(
  version: KeyVersion,
  { promptIndex, run }: Pick<SentPrompt, 'promptIndex' | 'run'>,
  { turns, mark }: Pick<TransactionState, 'turns' | 'mark'>,
): string {
  // Version 1 uses one counter for all requests of a transaction.
  if (version === 1) return '';
  const statement = `${promptIndex}/${run}/`;
  if (version === 2) return statement;
  const written = turns.join('.');
  const short = written.length <= MAX_ITERATION_CHARACTERS ? written : shortHash(written);
  return `${statement}${turns.length === 0 ? '' : `t${short}/`}${mark === null ? '' : `i${mark}/`}`;
}
