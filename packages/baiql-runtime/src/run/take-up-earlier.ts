import type { TransactionResult } from '../records.js';
import type { BatchResults } from './batch-results.js';
import { earlierResults } from './earlier-results.js';
import type { RunContext } from './run-context.js';

/** What earlier parts of the run have left of a batch. */
export interface Earlier {
  /** Transactions that need not be done any more. */
  readonly done: number;
  readonly firstOpen: number;
  isOpen(number: number): boolean;
  /** Failed ones that are to be tried again; who tries one takes it out. */
  readonly failed: Map<number, TransactionResult>;
}

/** Counts earlier results and puts them to the others. A byte for each transaction, so that a million cost little. */
export async function takeUpEarlier(
  run: RunContext,
  batch: number,
  total: number,
  results: BatchResults,
): Promise<Earlier> {
  const retries = run.job.continue === 'retry-failed';
  const known = new Uint8Array(total + 1);
  const failed = new Map<number, TransactionResult>();
  let done = 0;
  for await (const result of earlierResults(run.main, batch)) {
    known[result.number] = 1;
    run.totals.addSpent(result);
    for (const [name, value] of Object.entries(result.globals ?? {})) run.globals.set(name, value);
    if (retries && result.status === 'failed') {
      failed.set(result.number, result);
      continue;
    }
    done += 1;
    run.totals.addStatus(result);
    await results.add(result);
  }
  const isOpen = (number: number): boolean => (retries ? failed.has(number) : known[number] !== 1);
  let firstOpen = 1;
  while (firstOpen <= total && !isOpen(firstOpen)) firstOpen += 1;
  return { done, firstOpen, isOpen, failed };
}
