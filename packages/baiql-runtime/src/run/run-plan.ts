import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PlanBatch, PlanStatement } from '@promptwell/baiql-lang';
import { assignedNames, batchesOf } from '../batch/walk-plan.js';
import { PROGRESS_INTERVAL_MS } from '../host.js';
import type { RunJob } from '../job.js';
import type { WrittenFile } from '../outputs/index.js';
import type { PlainValue, RunOutcome, StopReason } from '../records.js';
import type { MainPort } from '../worker/main-port.js';
import { explainStop } from './explain-stop.js';
import { type BatchEnd, runBatch } from './run-batch.js';
import type { RunContext } from './run-context.js';
import { openRunMemo } from './run-memo.js';
import { isToRunAgain } from './resume-previous.js';
import { runOutside } from './run-outside.js';
import { earlierResults } from './earlier-results.js';
import { createRunLog } from './run-log.js';
import { stands } from './deliver-files.js';
import { writeEarlier } from './write-earlier.js';
import { TotalsCounter } from './totals.js';

/** Input of a run. */
export interface PlanRun {
  readonly main: MainPort;
  readonly job: RunJob;
  /** A real folder for files that exist only during the run. */
  readonly scratchFolder: string;
}

/** Runs a plan, or the rest of it. Never throws for expected failures of a run. */
export async function runPlan({ main, job, scratchFolder }: PlanRun): Promise<RunOutcome> {
  const folder = await mkdtemp(path.join(scratchFolder, 'baiql-'));
  const totals = new TotalsCounter();
  const files = new Map<string, WrittenFile>();
  const lines = createRunLog(main);
  let reporter: ReturnType<typeof createReporter> | null = null;
  const ended = (
    status: RunOutcome['status'],
    reason: RunOutcome['reason'],
    message: RunOutcome['message'],
  ): RunOutcome => ({
    status,
    reason,
    message,
    totals: totals.totals,
    outputs: [...files.values()],
    ...expectsOf(totals),
  });
  try {
    const stored = await main.loadMemo();
    const batches = batchesOf(job.plan).length;
    reporter = createReporter(main, totals, batches);
    const run: RunContext = {
      main,
      job,
      memo: openRunMemo(stored, (changes) => main.saveMemo(changes), Date.now()),
      totals,
      globals: new Map(),
      base: new Map<string, PlainValue>(),
      assigned: assignedNames(job.plan),
      batches,
      written: new Set(),
      scratchFolder: folder,
      log: (level, text) => lines.add(level, text),
      report: reporter.report,
    };
    for (const spent of Object.values(run.memo.current.optimizeCosts)) totals.addSpent(spent);
    let remaining: number | null = null;
    let refusal: string | null = null;
    for (const item of job.plan.items) {
      const end: ItemEnd =
        item.kind === 'batch' ? await runOrResumeBatch(run, item) : await takeStatement(run, item);
      refusal ??= end.refusal ?? null;
      for (const file of end.files) {
        files.set(file.path, file);
        run.written.add(file.path);
      }
      if (end.stop?.reason === 'trial') remaining = (remaining ?? 0) + (end.stop.left ?? 0);
      else if (end.stop !== null) return ended('failed', end.stop.reason, end.stop.message);
    }
    for (const line of totals.expectations.lines()) lines.add('info', line);
    return remaining === null
      ? ended('completed', null, refusal)
      : { ...ended('completed', 'trial', refusal), remaining };
  } catch (error) {
    const { reason, message } = explainStop(error);
    return ended('failed', reason, message);
  } finally {
    reporter?.stop();
    lines.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function expectsOf({ expectations }: TotalsCounter): Pick<RunOutcome, 'expects'> {
  const { counts } = expectations;
  return counts.length === 0 ? {} : { expects: counts };
}

const ABOUT_SOURCES: ReadonlySet<StopReason> = new Set<StopReason>(['source', 'source-changed']);

/** `refusal`: why a batch was not repeated and is unchanged. */
type ItemEnd = BatchEnd & { readonly refusal?: string | null };

async function runOrResumeBatch(run: RunContext, batch: PlanBatch): Promise<ItemEnd> {
  const { memo, job } = run;
  if (batch.mode === 'VALIDATE') {
    run.log('info', `Batch ${batch.number} says VALIDATE, so it is not run.`);
    return { stop: null, files: [] };
  }
  const retries = job.continue === 'retry-failed';
  const written = memo.current.written[batch.number];
  const hasBegun = memo.current.sources[batch.number] !== undefined;
  // Only failures are repeated: a batch that never began has none.
  if ((retries || job.continue === 'write') && !hasBegun) return { stop: null, files: [] };
  if (job.continue === 'write') return { stop: null, files: await rewriteFiles(run, batch) };
  if (written === undefined) return runOrWrite(run, batch);
  if (!(await hasMoreToDo(run, batch.number))) {
    const files = retries && !(await areUnchanged(run, written)) ? await rewriteFiles(run, batch) : written;
    return countFinished(run, batch, files, null);
  }
  try {
    return await runBatch(run, batch);
  } catch (error) {
    const { reason, message } = explainStop(error);
    const hasNotBegun = memo.current.written[batch.number] !== undefined;
    if (!retries || !hasNotBegun || !ABOUT_SOURCES.has(reason)) throw error;
    // Finished batches need the files no more; repeated ones wait for them.
    const refusal = `The failed transactions were not retried. ${message}`;
    return countFinished(run, batch, written, refusal);
  }
}

/** Runs a batch; if it cannot begin or continue, writes the finished part anyway. */
async function runOrWrite(run: RunContext, batch: PlanBatch): Promise<ItemEnd> {
  const { memo, totals } = run;
  const hadBegun = memo.current.sources[batch.number] !== undefined;
  const before = totals.totals.total;
  try {
    return await runBatch(run, batch);
  } catch (error) {
    const { reason, message } = explainStop(error);
    // A reason that prevents writing all files prevents writing these, too.
    if (!hadBegun || reason === 'output') throw error;
    const isCounted = totals.totals.total > before;
    const files = await writeEarlier(run, batch, message, !isCounted).catch(() => null);
    if (files === null) throw error;
    await memo.put('partial', batch.number, files);
    return { stop: { reason, message }, files };
  }
}

const ENDED_EARLY = 'The run ended early. Resume it to continue.';

/** Rewrites the files of the finished part, under their current names. */
async function rewriteFiles(run: RunContext, batch: PlanBatch): Promise<readonly WrittenFile[]> {
  const { memo, job } = run;
  const section = memo.current.written[batch.number] === undefined ? 'partial' : 'written';
  const endedEarly = section === 'partial' && job.first === undefined;
  const files = await writeEarlier(run, batch, endedEarly ? ENDED_EARLY : null, false);
  await memo.put(section, batch.number, files);
  return files;
}

/** True if the files have been neither replaced nor removed. */
async function areUnchanged({ job }: RunContext, files: readonly WrittenFile[]): Promise<boolean> {
  for (const file of files) {
    if (file.modifiedMs !== undefined && !(await stands(job.area, file))) return false;
  }
  return true;
}

/** Counts a finished batch without running it. */
async function countFinished(
  { main, memo, globals, totals }: RunContext,
  batch: PlanBatch,
  files: readonly WrittenFile[],
  refusal: string | null,
): Promise<ItemEnd> {
  for await (const result of earlierResults(main, batch.number)) {
    totals.addTransactions(1);
    totals.addStatus(result);
    totals.addSpent(result);
  }
  for (const [name, value] of Object.entries(memo.current.globals)) globals.set(name, value);
  return { stop: null, files, refusal };
}

async function hasMoreToDo(run: RunContext, batch: number): Promise<boolean> {
  for await (const result of earlierResults(run.main, batch)) if (isToRunAgain(run.job, result)) return true;
  return false;
}

async function takeStatement(run: RunContext, statement: PlanStatement): Promise<ItemEnd> {
  const { job, memo, base, globals, assigned, totals } = run;
  const { startedAtMs } = memo.current;
  const log = (text: string): void => {
    run.log('info', text);
  };
  const outside = { ...job, startedAtMs, base, globals, assigned, log, figures: () => totals.figures };
  const end = await runOutside(outside, statement);
  if (end !== 'halt') return { stop: null, files: [] };
  return { stop: { reason: 'halted', message: `HALT on line ${statement.line}.` }, files: [] };
}

/** Throttles progress, with a trailing report so that the latest state is always sent. */
function createReporter(
  main: MainPort,
  totals: TotalsCounter,
  batches: number,
): { report: RunContext['report']; stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let latest = (): void => undefined;
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const report: RunContext['report'] = ({ batch, current, total }, at) => {
    const send = (): void => {
      stop();
      main.progress({ batch, batches, current, total, totals: totals.totals });
    };
    if (at !== 'between') {
      send();
      return;
    }
    latest = send;
    timer ??= setTimeout(() => {
      latest();
    }, PROGRESS_INTERVAL_MS);
  };
  return { report, stop };
}
