import { CHECKPOINT_INTERVAL_MS } from '../host.js';
import { charactersOf, type TransactionResult } from '../records.js';

/** Collects results and stores them in batches, one at a time. */
export interface Checkpoints {
  /** Resolves at once, or applies backpressure if results arrive faster than they are stored. */
  add(result: TransactionResult): Promise<void>;
  /** When it resolves, all added results are durable. @throws any error of storing them. */
  flush(): Promise<void>;
}

/** A batch is stored when it reaches this many results or characters. */
const GROUP = 500;
const GROUP_CHARACTERS = 2_000_000;
/** Results, and their characters, that may be waiting before `add` blocks. */
const MAX_WAITING = 2 * GROUP;
const MAX_WAITING_CHARACTERS = 4 * GROUP_CHARACTERS;

export function createCheckpoints(
  keep: (results: readonly TransactionResult[]) => Promise<void>,
  onFailure: (error: unknown) => void,
): Checkpoints {
  let gathered: TransactionResult[] = [];
  let gatheredCharacters = 0;
  let waiting = 0;
  let waitingCharacters = 0;
  let timer: NodeJS.Timeout | null = null;
  let keeping: Promise<void> = Promise.resolve();

  function storeBatch(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (gathered.length === 0) return keeping;
    const group = gathered;
    const characters = gatheredCharacters;
    gathered = [];
    gatheredCharacters = 0;
    keeping = keeping
      .then(() => keep(group))
      .then(() => {
        waiting -= group.length;
        waitingCharacters -= characters;
      });
    keeping.catch(onFailure);
    return keeping;
  }

  return {
    async add(result) {
      const characters = charactersOf(result);
      gathered.push(result);
      gatheredCharacters += characters;
      waiting += 1;
      waitingCharacters += characters;
      timer ??= setTimeout(() => void storeBatch().catch(() => undefined), CHECKPOINT_INTERVAL_MS);
      if (gathered.length >= GROUP || gatheredCharacters >= GROUP_CHARACTERS) {
        void storeBatch().catch(() => undefined);
      }
      if (waiting > MAX_WAITING || waitingCharacters > MAX_WAITING_CHARACTERS) {
        // A failure is reported to `onFailure`, and ends the run.
        await storeBatch().catch(() => undefined);
      }
    },
    flush: storeBatch,
  };
}
