import type { PlanBatch } from '@promptwell/baiql-lang';
import type { WrittenFile } from '../outputs/index.js';
import { assertUnchanged } from '../sources/index.js';
import { createBatchContext } from './batch-context.js';
import { openBatchResults, type BatchResults } from './batch-results.js';
import { prepareBatch, type PreparedBatch } from './prepare-batch.js';
import type { RunContext } from './run-context.js';
import { runTransactions, type Stop } from './run-transactions.js';
import { takeUpEarlier } from './take-up-earlier.js';

/** Transactions in flight where the script has no PARALLEL. */
const USUAL_PARALLEL = 4;

export interface BatchEnd {
  /** Why the run ends here; its files hold what was done. Null: the batch is complete. */
  readonly stop: Stop | null;
  readonly files: readonly WrittenFile[];
}

/** Runs one batch: all its transactions, then its files. @throws why it cannot begin, or go on. */
export async function runBatch(run: RunContext, batch: PlanBatch): Promise<BatchEnd> {
  const { main, memo, job, globals, base, scratchFolder } = run;
  const { startedAtMs } = memo.current;
  const prepared = await prepareBatch({ main, job, startedAtMs, values: [globals, base] }, batch);
  const { sources, analysis, notes } = prepared;
  try {
    await rememberSources(run, prepared);
    for (const { line, word } of analysis.unknown) {
      run.log('warning', `Line ${line} is not run: ${word} is not a command.`);
    }
    for (const note of notes) run.log('warning', note);
    const { quotaBytes } = job.limits;
    const results = await openBatchResults({ area: job.area, ...prepared, scratchFolder, quotaBytes });
    try {
      return await workThrough(run, prepared, results);
    } finally {
      await results.close();
    }
  } finally {
    await sources.close();
  }
}

/** The first part of a run keeps what the sources are; a later part refuses others. @throws SourceError `changed` */
async function rememberSources({ memo }: RunContext, { batch, sources }: PreparedBatch): Promise<void> {
  const before = memo.current.sources[batch.number];
  if (before === undefined) {
    await memo.put('sources', batch.number, sources.fingerprints);
    return;
  }
  for (const [index, fingerprint] of sources.fingerprints.entries()) {
    const earlier = before[index];
    if (earlier !== undefined) assertUnchanged(earlier, fingerprint);
  }
}

async function workThrough(
  run: RunContext,
  prepared: PreparedBatch,
  results: BatchResults,
): Promise<BatchEnd> {
  const { batch, sources } = prepared;
  const { memo, totals, globals, job } = run;
  await forgetFiles(run, batch.number);
  const earlier = await takeUpEarlier(run, batch.number, sources.total, results);
  totals.addTransactions(Math.min(sources.total, job.first ?? sources.total));
  const wanted = batch.limit?.parallel ?? USUAL_PARALLEL;
  const parallel = batch.sequential ? 1 : Math.min(wanted, job.limits.maxParallel);
  const context = await createBatchContext(run, prepared, parallel);
  const stop = await runTransactions(run, prepared, context, results, earlier, atWork(parallel));
  for await (const result of earlier.untried()) {
    // Not run again after all: they stay what they were.
    await results.add(result);
    totals.addStatus(result);
  }
  const { cutOff } = totals.totals;
  if (cutOff > 0) run.log('warning', cutOffLine(cutOff));
  const files = await results.finish();
  if (stop === null) {
    // One save for both: a batch that is finished has left its GLOBALs.
    await Promise.all([
      memo.put('written', batch.number, files),
      memo.putGlobals(Object.fromEntries(globals)),
    ]);
  }
  return { stop, files };
}

/** Files that are to be written anew count as not written: a run that is broken off here does so when it goes on. */
async function forgetFiles({ memo }: RunContext, batch: number): Promise<void> {
  if (memo.current.written[batch] !== undefined) await memo.remove('written', batch);
}

function cutOffLine(count: number): string {
  const who = count === 1 ? '1 transaction has' : `${count.toLocaleString('en')} transactions have`;
  return `${who} a reply that was cut off. It is kept, and the errors file lists it.`;
}

/** Some transactions more than may be sent: their requests are ready while replies of others are being stored. */
function atWork(parallel: number): number {
  return parallel === 1 ? 1 : parallel + Math.ceil(parallel / 2);
}
