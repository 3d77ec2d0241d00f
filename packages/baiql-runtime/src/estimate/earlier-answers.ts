import type { RequestHashes } from '../host.js';
import { createFingerprinter } from '../run/fingerprint.js';
import type { PreparedBatch } from '../run/prepare-batch.js';
import type { MainCalls } from '../worker/protocol.js';
import type { DryTransaction } from './dry-run.js';

const LOOKED_UP_AT_ONCE = 1_000;

/** Which of the transactions that were looked at an earlier run has answered, by their first request. */
export interface EarlierAnswers {
  add(transaction: DryTransaction): void;
  /** Null: none. */
  find(): Promise<{ readonly count: number; readonly latestMs: number } | null>;
}

export function createEarlierAnswers(
  main: Pick<MainCalls, 'answeredAt'>,
  { model, stepModels, facts: { temperature, topP }, sources: { references } }: PreparedBatch,
): EarlierAnswers {
  const hashesOf = createFingerprinter({ model, stepModels, temperature, topP, references });
  const requests: RequestHashes[] = [];
  return {
    add({ asks: [first] }) {
      // NOCACHE is asked anew in every run.
      if (first !== undefined && first.reuse !== 'none') requests.push(hashesOf(first));
    },
    async find() {
      let count = 0;
      let latestMs = 0;
      for (let from = 0; from < requests.length; from += LOOKED_UP_AT_ONCE) {
        const times = await main.answeredAt(requests.slice(from, from + LOOKED_UP_AT_ONCE));
        for (const time of times) {
          if (time === null) continue;
          count += 1;
          latestMs = Math.max(latestMs, time);
        }
      }
      return count === 0 ? null : { count, latestMs };
    },
  };
}
