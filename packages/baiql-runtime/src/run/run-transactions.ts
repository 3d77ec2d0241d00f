import { executeTransaction } from '../interpreter/execute-transaction.js';
import { RunStop } from '../interpreter/script-error.js';
import type { BatchContext } from '../interpreter/services.js';
import type { LogLine, StopReason, TransactionResult } from '../records.js';
import type { BatchResults } from './batch-results.js';
import { createCheckpoints } from './checkpoints.js';
import type { PreparedBatch } from './prepare-batch.js';
import type { RunContext } from './run-context.js';
import type { Earlier, OpenTransaction } from './resume-previous.js';

/** Why a batch ends early; after a `trial` the next batch begins anyway. */
export interface Stop {
  readonly reason: StopReason;
  readonly message: string;
  /** After a trial: the number of transactions left in the batch. */
  readonly left?: number;
}

/**
 * Executes the open transactions of a batch with limited concurrency, and stores their results.
 * @returns why the run has to stop; null when all are done.
 */
export async function runTransactions(
  run: RunContext,
  { batch, sources }: PreparedBatch,
  context: BatchContext,
  results: BatchResults,
  earlier: Earlier,
  parallel: number,
): Promise<Stop | null> {
  const total = Math.min(sources.total, run.job.first ?? sources.total);
  const isQuiet = run.job.quiet || batch.mode === 'QUIET';
  const ending = new AbortController();
  let stop: Stop | null = null;
  let current = earlier.done;

  function report(at: 'begin' | 'between' | 'end'): void {
    run.report({ batch: batch.number, current, total }, at);
  }

  function halt(why: Stop): void {
    stop ??= why;
    ending.abort();
  }

  const checkpoints = createCheckpoints(
    async (group) => {
      await run.main.checkpoint(group);
      run.memo.forgetFailures(group);
    },
    (error) => {
      halt({ reason: 'host', message: error instanceof Error ? error.message : String(error) });
    },
  );

  async function record(result: TransactionResult): Promise<void> {
    await results.add(result);
    run.totals.addStatus(result);
    current += 1;
    report('between');
  }

  const { round } = run.job;
  const inRound = round === undefined ? {} : { round };

  async function takeResult(ended: TransactionResult): Promise<void> {
    const result = { ...ended, ...inRound };
    if (!isQuiet) run.log(levelOf(result), describe(result, total));
    await record(result);
    await checkpoints.add(result);
  }

  /** A failed revision must not replace a better result. */
  async function keepResult(kept: TransactionResult, { reason = '' }: TransactionResult): Promise<void> {
    run.log('warning', `${kept.number} of ${total} · ${kept.label} · stays as it was: ${reason}`);
    await record(kept);
    // A manual correction stays pending; a repeated request has a cost to record.
    if (kept.revision === undefined) await checkpoints.add(kept);
  }

  async function work(transactions: AsyncIterator<OpenTransaction>): Promise<void> {
    while (!ending.signal.aborted) {
      const next = await transactions.next();
      if (next.done === true) return;
      const { pending, before } = next.value;
      const executed = await executeTransaction(context, pending, before);
      earlier.tried(pending.number);
      const kept = keepEarlier(before, executed.result);
      if (kept === null) await takeResult(executed.result);
      else await keepResult(kept, executed.result);
      if (executed.halt !== null) halt({ reason: 'halted', message: executed.halt });
    }
  }

  async function workSafely(transactions: AsyncIterator<OpenTransaction>): Promise<void> {
    try {
      await work(transactions);
    } catch (error) {
      if (error instanceof RunStop) halt(error);
      else if (!ending.signal.aborted) {
        ending.abort();
        throw error;
      }
    }
  }

  const onCancel = (): void => {
    halt({ reason: 'cancelled', message: 'The run was canceled.' });
  };
  const { cancelled } = run.main;
  cancelled.addEventListener('abort', onCancel, { once: true });
  if (cancelled.aborted) onCancel();
  report('begin');
  const transactions = earlier.open(total, ending.signal);
  try {
    const workers = Array.from({ length: Math.min(parallel, total) }, () => workSafely(transactions));
    const ends = await Promise.allSettled(workers);
    report('end');
    await checkpoints.flush();
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
  } finally {
    cancelled.removeEventListener('abort', onCancel);
    await transactions.return(undefined);
  }
  if (total === sources.total || ending.signal.aborted) return stop;
  return { reason: 'trial', message: `The first ${total} are done.`, left: sources.total - total };
}

/** For a failed revision: the previous result plus the cost of asking again. */
function keepEarlier(before: TransactionResult | null, now: TransactionResult): TransactionResult | null {
  if (before?.revision === undefined || now.status !== 'failed') return null;
  const { revision, ...rest } = before;
  if (revision.reply !== null) return before;
  const { inputTokens, outputTokens, costMicroUsd, badReplies } = now;
  // Its reply stays, unless it was the failed one.
  const failedRuns = now.failedRuns.filter(
    (run) => run !== before.lastRun || before.failedRuns.includes(run),
  );
  const bad = badReplies === undefined ? {} : { badReplies };
  return { ...rest, inputTokens, outputTokens, costMicroUsd, failedRuns, ...bad };
}

function describe({ number, label, status, reason }: TransactionResult, total: number): string {
  const what = status === 'succeeded' ? 'done' : status;
  return `${number} of ${total} · ${label} · ${what}${reason === undefined ? '' : `: ${reason}`}`;
}

function levelOf({ status, isCutOff = false }: TransactionResult): LogLine['level'] {
  if (status === 'failed') return 'error';
  return isCutOff ? 'warning' : 'info';
}
