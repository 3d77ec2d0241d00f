import type { PlanBatch } from '@promptwell/baiql-lang';
import { assignedGlobals } from '../batch/walk-plan.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import { inputHash } from '../interpreter/transaction-input.js';
import type { TransactionResult } from '../records.js';
import type { BatchInput } from './batch-input.js';
import type { BatchResults } from './batch-results.js';
import { earlierResults } from './earlier-results.js';
import type { PreparedBatch } from './prepare-batch.js';
import type { RunContext } from './run-context.js';

/** An open transaction, and its previous result if it is run again. */
export interface OpenTransaction {
  readonly pending: PendingTransaction;
  readonly before: TransactionResult | null;
}

/** A batch's results from earlier parts of the run. */
export interface Earlier {
  /** Number of transactions that are done. */
  readonly done: number;
  /** The open transactions in order, up to number `last`. */
  open(last: number, ending: AbortSignal): AsyncGenerator<OpenTransaction>;
  tried(number: number): void;
  /** Previous results of transactions that were due to be run again, but were not. */
  untried(): AsyncGenerator<TransactionResult>;
}

/** Not run yet. */
const OPEN = 0;
/** Finished, or not requested. */
const DONE = 1;
/** Failed or revised: run again. */
const RETRY = 2;
/** Its input has changed: run anew. */
const CHANGED = 3;

/**
 * Counts earlier results and adds them to `results`. Uses one byte of memory per transaction, so that a million cost
 * little; previous results are read again when needed.
 */
export async function resumePrevious(
  run: RunContext,
  prepared: PreparedBatch,
  results: BatchResults,
  { isOther, sharedHashes }: BatchInput,
): Promise<Earlier> {
  const { batch: planned, sources } = prepared;
  const { number: batch, sequential } = planned;
  const { total } = sources;
  const goOn = globalsOf(planned, run.globals);
  // Runs only failed transactions, and rows added since.
  const isFailedOnly = run.job.continue === 'retry-failed' && !isOther;
  const states = new Uint8Array(total + 1).fill(isFailedOnly ? DONE : OPEN);
  states[0] = DONE;
  const inputs = isOther ? readInputs(sources, sharedHashes ?? []) : null;
  let done = 0;
  let anew = 0;
  for await (const result of earlierResults(run.main, batch)) {
    run.totals.addSpent(result);
    if (result.number > total) continue;
    const isSame = inputs === null || (await inputs.of(result.number)) === result.input;
    // A changed GLOBAL affects every later transaction.
    if (!isSame || (sequential && anew > 0)) {
      states[result.number] = CHANGED;
      anew += 1;
      continue;
    }
    goOn(result);
    if (isToRunAgain(run.job, result)) {
      states[result.number] = RETRY;
      continue;
    }
    states[result.number] = DONE;
    done += 1;
    run.totals.addStatus(result);
    await results.add(result);
  }
  await inputs?.close();
  if (anew > 0) run.log('warning', anewLine(batch, anew));

  async function* open(last: number, ending: AbortSignal): AsyncGenerator<OpenTransaction> {
    const first = states.findIndex((state) => state !== DONE);
    if (first < 0) return;
    const ended = earlierResults(run.main, batch, first - 1);
    for await (const pending of sources.transactions(first, ending)) {
      if (pending.number > last) return;
      const state = states[pending.number];
      if (state === DONE) continue;
      const before = state === OPEN ? null : await atNumber(ended, pending.number);
      yield { pending, before: before !== null && state === CHANGED ? onlyCost(before) : before };
    }
  }

  async function* untried(): AsyncGenerator<TransactionResult> {
    if (!states.includes(RETRY)) return;
    for await (const result of earlierResults(run.main, batch)) {
      if (states[result.number] === RETRY) yield result;
    }
  }

  const tried = (number: number): void => {
    states[number] = DONE;
  };
  return { done, open, tried, untried };
}

/**
 * Restores the batch's GLOBALs to their values after its latest transaction; those of a later round ended after all
 * others. GLOBALs of earlier batches keep their current values, which this batch's results may not have.
 */
function globalsOf(batch: PlanBatch, globals: RunContext['globals']): (result: TransactionResult) => void {
  const own = new Set(assignedGlobals(batch));
  let latestRound = 0;
  return ({ globals: values = {}, round = 0 }) => {
    if (round < latestRound) return;
    latestRound = round;
    for (const [name, value] of Object.entries(values)) if (own.has(name)) globals.set(name, value);
  };
}

function anewLine(batch: number, count: number): string {
  const who = count === 1 ? '1 transaction works' : `${count.toLocaleString('en')} transactions work`;
  return `Batch ${batch} reads what the run itself writes: ${who} on something else now, and run again.`;
}

/** Its cost still counts; everything else belongs to the previous input. */
const onlyCost = (result: TransactionResult): TransactionResult => ({
  ...result,
  failedRuns: [],
  badReplies: [],
  revision: undefined,
});

/** Current inputs of the transactions, to be requested in order. */
function readInputs(
  sources: PreparedBatch['sources'],
  shared: readonly string[],
): {
  of(number: number): Promise<string | null>;
  close(): Promise<void>;
} {
  const ending = new AbortController();
  const transactions = sources.transactions(1, ending.signal)[Symbol.asyncIterator]();
  return {
    async of(number) {
      const found = await atNumber(transactions, number);
      if (found === null) return null;
      return found.load().then(
        (input) => inputHash(input, shared),
        () => null,
      );
    },
    async close() {
      ending.abort();
      await transactions.return?.();
    },
  };
}

export const isToRunAgain = (
  job: RunContext['job'],
  { status, revision, round }: TransactionResult,
): boolean =>
  revision !== undefined ||
  (job.continue === 'retry-failed' && status === 'failed' && (round === undefined || round !== job.round));

/** Finds an item by number in an ordered stream; request numbers in increasing order. */
async function atNumber<T extends { readonly number: number }>(
  items: AsyncIterator<T>,
  number: number,
): Promise<T | null> {
  for (let next = await items.next(); next.done !== true; next = await items.next()) {
    if (next.value.number >= number) return next.value.number === number ? next.value : null;
  }
  return null;
}
