import { CHECKPOINT_INTERVAL_MS } from '../host.js';
import { charactersOf, type TransactionResult } from '../records.js';

/** Gathers results and hands them over in groups, one group at a time. */
export interface Checkpoints {
  /** Settles at once, or when there is room: results that come quicker than they are kept must not pile up. */
  add(result: TransactionResult): Promise<void>;
  /** All results that were added are durable when it resolves. @throws what keeping them has thrown. */
  flush(): Promise<void>;
}

/** A group is handed over when it has so many results, or so many characters. */
const GROUP = 500;
const GROUP_CHARACTERS = 2_000_000;
/** Results, and their characters, that may wait to be kept before more are taken in. */
const MOST_WAITING = 2 * GROUP;
const MOST_WAITING_CHARACTERS = 4 * GROUP_CHARACTERS;

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

  function handOver(): Promise<void> {
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
      timer ??= setTimeout(() => void handOver().catch(() => undefined), CHECKPOINT_INTERVAL_MS);
      if (gathered.length >= GROUP || gatheredCharacters >= GROUP_CHARACTERS) {
        void handOver().catch(() => undefined);
      }
      if (waiting > MOST_WAITING || waitingCharacters > MOST_WAITING_CHARACTERS) {
        // A failure is told to `onFailure`, and ends the run.
        await handOver().catch(() => undefined);
      }
    },
    flush: handOver,
  };
}
