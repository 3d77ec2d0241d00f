import type { ResultPlace, TransactionResult } from '../records.js';
import type { MainCalls } from '../worker/protocol.js';

/** A page may be short if its results are long; an empty one is the end. */
const PAGE = 500;

/**
 * The results of a batch from earlier parts of the run, by number.
 * @param afterNumber only later transactions.
 */
export async function* earlierResults(
  main: Pick<MainCalls, 'loadResults'>,
  batch: number,
  afterNumber?: number,
): AsyncGenerator<TransactionResult> {
  let after: ResultPlace =
    afterNumber === undefined
      ? { batch: batch - 1, number: Number.MAX_SAFE_INTEGER }
      : { batch, number: afterNumber };
  for (;;) {
    const page = await main.loadResults(after, PAGE);
    for (const result of page) {
      if (result.batch !== batch) return;
      yield result;
      after = { batch, number: result.number };
    }
    if (page.length === 0) return;
  }
}
