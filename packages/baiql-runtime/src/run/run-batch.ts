import type { PlanBatch } from '@promptwell/baiql-lang';
import type { ReadingOptions } from '../batch/batch-sources.js';
import type { WrittenFile } from '../outputs/index.js';
import { createBatchContext } from './batch-context.js';
import { finishedReaders, recordInput, type BatchInput } from './batch-input.js';
import { deliverFiles } from './deliver-files.js';
import { logOfOtherBatches } from './log-of-others.js';
import { openBatchResults, type BatchResults } from './batch-results.js';
import { prepareBatch, type PreparedBatch } from './prepare-batch.js';
import type { RunMemo } from '../records.js';
import type { RunContext } from './run-context.js';
import { runTransactions, type Stop } from './run-transactions.js';
import { resumePrevious } from './resume-previous.js';
import { listUnrun } from './write-earlier.js';

/** Default concurrency without PARALLEL. */
const DEFAULT_PARALLEL = 4;

export interface BatchEnd {
  /** Why the run ends here; its files contain what was done. Null if the batch is complete. */
  readonly stop: Stop | null;
  readonly files: readonly WrittenFile[];
}

/** Runs one batch: all its transactions, then its files. @throws why it cannot begin or continue. */
export async function runBatch(run: RunContext, batch: PlanBatch): Promise<BatchEnd> {
  const { main, memo, job, globals, base, scratchFolder } = run;
  const { startedAtMs } = memo.current;
  const reading = readingOf(memo.current);
  const prepared = await prepareBatch({ main, job, startedAtMs, values: [globals, base], reading }, batch);
  const { sources, analysis, notes } = prepared;
  try {
    const input = await recordInput(run, prepared);
    for (const { line, word } of analysis.unknown) {
      run.log('warning', `Line ${line} is not run: ${word} is not a command.`);
    }
    for (const note of notes) run.log('warning', note);
    const { quotaBytes } = job.limits;
    const others = {
      filesOfOthers: filesOfOtherBatches(run, batch),
      logOfOthers: logOfOtherBatches(run, batch),
    };
    const { assigned } = run;
    const options = { area: job.area, ...prepared, assigned, scratchFolder, quotaBytes, ...others };
    const results = await openBatchResults(options);
    try {
      return await workThrough(run, prepared, results, input);
    } finally {
      await results.close();
    }
  } finally {
    await sources.close();
  }
}

/** A run keeps the reading version it began with. */
const readingOf = ({ rules = 1 }: Pick<RunMemo, 'rules'>): ReadingOptions => ({ hasPageMarks: rules >= 2 });

/** Files written by earlier batches, and by later ones that were finished before. */
function filesOfOtherBatches({ memo, written }: RunContext, batch: PlanBatch): string[] {
  const later = Object.entries(memo.current.written).filter(([number]) => Number(number) > batch.number);
  return [...written, ...later.flatMap(([, files]) => files.map(({ path }) => path))];
}

async function workThrough(
  run: RunContext,
  prepared: PreparedBatch,
  results: BatchResults,
  input: BatchInput,
): Promise<BatchEnd> {
  const { batch, sources } = prepared;
  const { memo, totals, globals, job } = run;
  // Corrections alone must not cause further requests, which the user has not asked for.
  const hasNew = memo.current.written[batch.number] === undefined || job.continue === 'retry-failed';
  await forgetFiles(run, batch.number);
  const earlier = await resumePrevious(run, prepared, results, input);
  totals.addTransactions(Math.min(sources.total, job.first ?? sources.total));
  const wanted = batch.limit?.parallel ?? DEFAULT_PARALLEL;
  const parallel = batch.sequential ? 1 : Math.min(wanted, job.limits.maxParallel);
  const context = await createBatchContext(run, prepared, input, parallel);
  const stop = await runTransactions(run, prepared, context, results, earlier, atWork(parallel));
  for await (const result of earlier.untried()) {
    // Not run again after all: their results stay.
    await results.add(result);
    totals.addStatus(result);
  }
  const { cutOff } = totals.totals;
  if (cutOff > 0) run.log('warning', cutOffLine(cutOff));
  if (stop === null && job.first === undefined) {
    for (const line of results.unreached())
      run.log('warning', `Line ${line}: no transaction reached this OUTPUT.`);
  }
  if (stop !== null && stop.reason !== 'trial') {
    const rest = sources.transactions(1, new AbortController().signal);
    await listUnrun(results, rest, sources.total, stop.message);
  }
  const files = await deliverFiles(run, batch, results, sources.total);
  if (stop !== null) await memo.put('partial', batch.number, files);
  else {
    // Saved in one step: the finished batch leaves its GLOBALs, and marks the batches that read its files.
    await Promise.all([
      ...(hasNew ? finishedReaders(run, batch, files) : []).map((reader) => memo.remove('written', reader)),
      ...(input.isOther ? [memo.put('sources', batch.number, input.fingerprints)] : []),
      memo.put('written', batch.number, files),
      ...(memo.current.partial[batch.number] === undefined ? [] : [memo.remove('partial', batch.number)]),
      memo.putGlobals(Object.fromEntries(globals)),
    ]);
  }
  return { stop, files };
}

/** Files to be rewritten count as unwritten, so that an interrupted run rewrites them when it continues. */
async function forgetFiles({ memo }: RunContext, batch: number): Promise<void> {
  const written = memo.current.written[batch];
  if (written === undefined) return;
  await Promise.all([memo.put('partial', batch, written), memo.remove('written', batch)]);
}

function cutOffLine(count: number): string {
  const who = count === 1 ? '1 transaction has' : `${count.toLocaleString('en')} transactions have`;
  return `${who} a reply that was cut off. It is kept, and the errors file lists it.`;
}

/** Slightly more transactions than sending slots: their requests are ready while other replies are being stored. */
function atWork(parallel: number): number {
  return parallel === 1 ? 1 : parallel + Math.ceil(parallel / 2);
}
