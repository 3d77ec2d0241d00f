import { createHash } from 'node:crypto';
import type { Plan, PlanBatch } from '@promptwell/baiql-lang';
import { resolvePath } from '@promptwell/baiql-lang/files';
import { analyseBatch, type Analysis } from '../batch/analyse-batch.js';
import {
  assignedGlobals,
  batchesOf,
  eachStatement,
  hasEarlierFile,
  hasEarlierOutput,
} from '../batch/walk-plan.js';
import type { WrittenFile } from '../outputs/index.js';
import { FileError, resolveExisting, type Area } from '../paths/index.js';
import {
  assertAsEstimated,
  assertUnchanged,
  fingerprintFile,
  isUnchanged,
  type Fingerprint,
} from '../sources/index.js';
import { earlierResults } from './earlier-results.js';
import type { PreparedBatch } from './prepare-batch.js';
import type { RunContext } from './run-context.js';
import { shapeOf } from './write-earlier.js';

/** The input of a batch; earlier batches of the run may have produced it (decision 53). */
export interface BatchInput {
  /** Its sources, followed by what it reads of earlier batches: their GLOBALs as one entry, and files read by GET. */
  readonly fingerprints: readonly Fingerprint[];
  /**
   * Results of earlier batches have changed since this one began, after a trial or a repetition of failed transactions.
   */
  readonly isOther: boolean;
  /**
   * Hashes of the results of earlier batches that all transactions share, part of their input hashes. Null: no hashes.
   */
  readonly sharedHashes: readonly string[] | null;
}

/**
 * Stores the input's fingerprints in the first part of a run; later parts reject a changed input, except changes made
 * by the run itself. The fingerprints stay until the batch is finished, so that each part can compare.
 * @throws SourceError `changed`
 */
export async function recordInput(run: RunContext, prepared: PreparedBatch): Promise<BatchInput> {
  const { memo, job } = run;
  const { batch, sources } = prepared;
  const { references, globals, files } = await readOfEarlier(run, prepared);
  const fingerprints = [...sources.fingerprints, ...globals, ...files];
  const before = memo.current.sources[batch.number];
  const shape = shapeOf(sources, prepared.pathOut);
  const isNewShape = JSON.stringify(memo.current.shapes[batch.number]) !== JSON.stringify(shape);
  const keepShape = isNewShape ? [() => memo.put('shapes', batch.number, shape)] : [];
  if (before === undefined) {
    assertEstimatedSources(run, prepared);
    await Promise.all([memo.put('sources', batch.number, fingerprints), ...keepShape.map((keep) => keep())]);
  }
  const mayReadFiles = memo.current.version >= 5 ? hasEarlierFile : hasEarlierOutput;
  const isMarked = globals.length > 0 || (memo.current.version >= 3 && mayReadFiles(job.plan, batch));
  const change = before === undefined ? 'none' : await detectChange(run, prepared, before, fingerprints);
  if (change === 'replaced') await memo.put('sources', batch.number, fingerprints);
  const isOther = change === 'own';
  if (before !== undefined) for (const keep of keepShape) await keep();
  return {
    fingerprints,
    isOther,
    sharedHashes: isMarked ? [...references, ...globals, ...files].map(({ sha256 }) => sha256) : null,
  };
}

/** The user agreed to pay for what was estimated, including files that the run itself writes. */
function assertEstimatedSources({ job, written }: RunContext, { batch, sources }: PreparedBatch): void {
  for (const [index, estimated] of (job.estimated?.[batch.number] ?? []).entries()) {
    const now = sources.fingerprints[index];
    const isOwn = sources.paths[index]?.some((path) => written.has(path)) === true;
    if (now !== undefined && !isOwn) assertAsEstimated(estimated, now);
  }
}

/**
 * How the input has changed. `own`: by the run itself; `replaced`: by files that affect only transactions to be run
 * again.
 */
async function detectChange(
  run: RunContext,
  prepared: PreparedBatch,
  before: readonly Fingerprint[],
  fingerprints: readonly Fingerprint[],
): Promise<'none' | 'own' | 'replaced'> {
  const { memo, written } = run;
  const { sources } = prepared;
  let change: 'none' | 'own' | 'replaced' = 'none';
  for (const [index, fingerprint] of fingerprints.entries()) {
    const isSource = index < sources.fingerprints.length;
    const earlier = isSource ? before[index] : before.find(({ path }) => path === fingerprint.path);
    if (earlier === undefined || isUnchanged(earlier, fingerprint)) continue;
    const isOwn = !isSource || sources.paths[index]?.some((path) => written.has(path)) === true;
    // Keys of earlier versions have no hash of the input: another row would get this one's reply.
    if (isOwn && memo.current.version >= 3) change = 'own';
    else if (await affectsOnlyOpen(run, prepared, index)) change = change === 'own' ? change : 'replaced';
    else assertUnchanged(earlier, fingerprint);
  }
  return change;
}

/**
 * True if a changed source is read only by transactions that are run again: all have ended, and each has its old
 * position. Sources shared by all (REF) must not change.
 */
async function affectsOnlyOpen(
  { main, memo, job }: RunContext,
  { batch, sources }: PreparedBatch,
  load: number,
): Promise<boolean> {
  const hasEnded = job.continue === 'retry-failed' || memo.current.written[batch.number] !== undefined;
  if (!hasEnded || memo.current.version < 3 || batch.sequential || batch.loads[load]?.type === 'REF')
    return false;
  if (load !== batch.driver) return true;
  const { total, driverColumns } = memo.current.shapes[batch.number] ?? { total: -1, driverColumns: [] };
  if (total !== sources.total || String(driverColumns) !== String(sources.driverColumns)) return false;
  const ending = new AbortController();
  const transactions = sources.transactions(1, ending.signal)[Symbol.asyncIterator]();
  try {
    for await (const { number, label } of earlierResults(main, batch.number)) {
      let next = await transactions.next();
      while (next.done !== true && next.value.number < number) next = await transactions.next();
      if (next.done === true || next.value.number !== number || next.value.label !== label) return false;
    }
    return true;
  } finally {
    ending.abort();
    await transactions.return?.(undefined);
  }
}

/**
 * Finished later batches that have read earlier versions of these files or of this batch's GLOBALs, for example after a
 * trial.
 */
export function finishedReaders(run: RunContext, batch: PlanBatch, files: readonly WrittenFile[]): string[] {
  const { sources, written } = run.memo.current;
  const later = Object.keys(written).filter((other) => Number(other) > batch.number);
  return later.filter(
    (other) =>
      (sources[other] ?? []).some((source) => isOneOf(source, files)) ||
      readsGlobalsOf(run, Number(other), batch),
  );
}

function isOneOf({ path: source, files: isMany }: Fingerprint, files: readonly WrittenFile[]): boolean {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  return files.some(({ path }) => (isMany === undefined ? path === source : path.startsWith(folder)));
}

function readsGlobalsOf({ job, memo }: RunContext, other: number, batch: PlanBatch): boolean {
  const reader = batchesOf(job.plan).find(({ number }) => number === other);
  if (memo.current.version < 4 || reader === undefined) return false;
  const read = globalsRead(job.plan, other, analyseBatch(reader));
  return assignedGlobals(batch).some((name) => read.includes(name));
}

/**
 * Inputs that all transactions of a batch read from earlier batches: REFs, GLOBALs, files of GET. Not part of keys
 * before version 4.
 */
async function readOfEarlier(
  { job, memo, globals, written }: RunContext,
  prepared: PreparedBatch,
): Promise<Record<'references' | 'globals' | 'files', Fingerprint[]>> {
  if (memo.current.version < 4) return { references: [], globals: [], files: [] };
  const { batch, sources, analysis } = prepared;
  const names = globalsRead(job.plan, batch.number, analysis);
  const ofGet = filesOfGet(prepared).filter((path) => written.has(path));
  const files = await Promise.all(ofGet.map((path) => fingerprintOf(job.area, path)));
  return {
    references: sources.fingerprints.filter(
      ({ path }, index) => batch.loads[index]?.type === 'REF' && written.has(path),
    ),
    globals: names.length === 0 ? [] : [fingerprintOfGlobals(names, globals)],
    files: files.filter((file) => file !== null),
  };
}

/**
 * GLOBALs of earlier batches, without those that this batch or a later one also assigns: their earlier value is lost.
 */
function globalsRead(plan: Plan, number: number, { used }: Pick<Analysis, 'used'>): string[] {
  const names = new Set<string>();
  for (const batch of batchesOf(plan)) {
    for (const name of assignedGlobals(batch)) {
      if (batch.number >= number) names.delete(name);
      else if (used.has(name)) names.add(name);
    }
  }
  return [...names].sort();
}

function fingerprintOfGlobals(names: readonly string[], globals: RunContext['globals']): Fingerprint {
  const values = JSON.stringify(names.map((name) => [name, globals.get(name)]));
  const sha256 = createHash('sha256').update(values).digest('hex');
  return { path: names.join(' '), sizeBytes: values.length, modifiedMs: 0, sha256 };
}

/** Files read by GET … FROM FILE whose path is the same for all transactions. */
function filesOfGet({ batch, fill, facts }: PreparedBatch): string[] {
  const paths = new Set<string>();
  for (const statement of eachStatement(batch.body)) {
    if (statement.kind !== 'get' || statement.source.kind !== 'file') continue;
    const { path } = statement.source;
    if (path.every((part) => 'literal' in part)) paths.add(resolvePath(facts.pathIn, fill(path)) ?? '');
  }
  return [...paths].sort();
}

/** Null: it is missing, which the transactions that read it report. */
async function fingerprintOf(area: Area, path: string): Promise<Fingerprint | null> {
  try {
    return await fingerprintFile(path, await resolveExisting(area, path));
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
