import type { PlanBatch } from '@promptwell/baiql-lang';
import type { BatchSources } from '../batch/batch-sources.js';
import type { WrittenFile } from '../outputs/index.js';
import { isWithin } from '../paths/index.js';
import type { BatchShape } from '../records.js';
import { openBatchResults, type BatchResults } from './batch-results.js';
import { deliverFiles } from './deliver-files.js';
import { earlierResults } from './earlier-results.js';
import { logOfOtherBatches } from './log-of-others.js';
import { declareBatch, prepareBatch } from './prepare-batch.js';
import type { RunContext } from './run-context.js';

/** Limit of transactions listed individually in a list of failures; there may be a million. */
const MAX_LEFT_OUT = 10_000;

/** The column information that a batch's files need from its sources. */
export function shapeOf(
  { total, driver, driverColumns, driverFormats, paths }: BatchSources,
  pathOut: string,
): BatchShape {
  const reserved = paths.flat().filter((path) => isWithin(path, pathOut));
  return { total, driver, driverColumns, ...(driverFormats && { driverFormats }), reserved };
}

/**
 * Writes the finished part of a batch that does not continue, without its sources, which may have changed or be
 * missing.
 * @param why the reason, for the remaining transactions; null if they were not requested this time.
 */
export async function writeEarlier(
  run: RunContext,
  batch: PlanBatch,
  why: string | null,
  counts: boolean,
): Promise<readonly WrittenFile[]> {
  const { main, memo, job, globals, base, scratchFolder, assigned, totals } = run;
  const { startedAtMs } = memo.current;
  const { fill, pathOut } = declareBatch({ job, startedAtMs, values: [globals, base] }, batch);
  const shape = memo.current.shapes[batch.number] ?? (await shapeFromSources(run, batch));
  const { total, driver, driverColumns, driverFormats, reserved } = shape;
  const results = await openBatchResults({
    area: job.area,
    batch,
    sources: { total, driver, driverColumns, ...(driverFormats && { driverFormats }), paths: [reserved] },
    assigned,
    pathOut,
    fill,
    scratchFolder,
    ...(job.limits.quotaBytes === undefined ? {} : { quotaBytes: job.limits.quotaBytes }),
    filesOfOthers: [...run.written],
    logOfOthers: logOfOtherBatches(run, batch),
  });
  try {
    if (counts) totals.addTransactions(Math.min(total, job.first ?? total));
    for await (const result of earlierResults(main, batch.number)) {
      if (counts) totals.addSpent(result);
      if (result.number > total) continue;
      if (counts) totals.addStatus(result);
      await results.add(result);
    }
    if (why !== null) await listUnrun(results, numbersUpTo(total), total, why);
    return await deliverFiles(run, batch, results, total);
  } finally {
    await results.close();
  }
}

/** A run from before shapes were stored. @throws why its sources cannot be opened. */
async function shapeFromSources(run: RunContext, batch: PlanBatch): Promise<BatchShape> {
  const { main, job, memo, globals, base } = run;
  const { startedAtMs } = memo.current;
  const { sources, pathOut } = await prepareBatch({ main, job, startedAtMs, values: [globals, base] }, batch);
  await sources.close();
  return shapeOf(sources, pathOut);
}

/** Lists the transactions that were not run, with the reason, beside the outputs. */
export async function listUnrun(
  results: BatchResults,
  all: AsyncIterable<{ number: number; label: string }>,
  total: number,
  why: string,
): Promise<void> {
  let named = 0;
  for await (const { number, label } of all) {
    if (results.has(number)) continue;
    named += 1;
    if (named <= MAX_LEFT_OUT) await results.leaveOut({ number, label, reason: `Not run. ${why}` });
    if (named < MAX_LEFT_OUT) continue;
    const others = total - results.count - named;
    if (others > 0) {
      const reason = `Not run, and neither are ${others.toLocaleString('en')} more. ${why}`;
      await results.leaveOut({ number, label, reason });
    }
    return;
  }
}

async function* numbersUpTo(total: number): AsyncGenerator<{ number: number; label: string }> {
  for (let number = 1; number <= total; number += 1) yield await Promise.resolve({ number, label: '' });
}
