import type { KeyVersion } from '../records.js';
import { LIMITS } from './limits.js';
import { BoundError } from './script-error.js';
import type { BatchContext } from './services.js';
import { shortHash } from './transaction-input.js';
import type { SentPrompt, TransactionState } from './transaction-state.js';

/** The key of a request, and how it ends, which tells it from the others of its transaction. */
export interface RunKey {
  readonly key: string;
  readonly ending: string;
  /** It takes the place of one whose reply could not be used: a stored one like it would not do either. */
  readonly isAnew: boolean;
}

/**
 * The key of the next request. Those whose replies could not be used are passed over.
 * @throws BoundError when the transaction has sent too many.
 */
export function nextKey(
  { batch, facts, keyVersion }: BatchContext,
  state: TransactionState,
  { promptIndex, run }: SentPrompt,
): RunKey {
  const which = whichOf(keyVersion, { promptIndex, run }, state);
  let ending: string;
  let isAnew = false;
  for (;;) {
    if (state.executed >= LIMITS.runs) {
      throw new BoundError(`A transaction can RUN at most ${LIMITS.runs.toLocaleString('en')} times.`);
    }
    state.executed += 1;
    const count = (state.executedOf.get(which) ?? 0) + 1;
    state.executedOf.set(which, count);
    ending = `${which}${count}`;
    if (!state.passedOver.has(ending)) break;
    isAnew ||= state.badReplies.has(ending);
  }
  return {
    key: `${facts.executionId}/${batch.number}/${state.input.number}/${state.step}/${ending}`,
    ending,
    isAnew,
  };
}

/** Of the same PROMPT and RUN, and later: the request that takes the other's place. Keys of the first version name neither. */
export function comesAfter(ending: string, other: string): boolean {
  const [at, otherAt] = [ending.lastIndexOf('/') + 1, other.lastIndexOf('/') + 1];
  return (
    ending.slice(0, at) === other.slice(0, otherAt) && Number(ending.slice(at)) > Number(other.slice(otherAt))
  );
}

/** A nest of loops may be deep, and a host's keys are not without end. */
const LONGEST_TURNS = 40;

/** What tells a request from the others of its transaction, but for how often it has been sent: `0/1/t3.2/`. */
function whichOf(
  version: KeyVersion,
  { promptIndex, run }: Pick<SentPrompt, 'promptIndex' | 'run'>,
  { turns, mark }: Pick<TransactionState, 'turns' | 'mark'>,
): string {
  // In the first version one count goes over all that a transaction sends.
  if (version === 1) return '';
  const statement = `${promptIndex}/${run}/`;
  if (version === 2) return statement;
  const written = turns.join('.');
  const short = written.length <= LONGEST_TURNS ? written : shortHash(written);
  return `${statement}${turns.length === 0 ? '' : `t${short}/`}${mark === null ? '' : `i${mark}/`}`;
}
