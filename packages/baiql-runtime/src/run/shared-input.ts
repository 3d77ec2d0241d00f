import { createHash } from 'node:crypto';
import type { Plan, PlanBatch } from '@promptwell/baiql-lang';
import { resolvePath } from '@promptwell/baiql-lang/files';
import { analyseBatch, type Analysis } from '../batch/analyse-batch.js';
import { assignedGlobals, batchesOf, eachStatement } from '../batch/walk-plan.js';
import { FileError, resolveExisting, type Area } from '../paths/index.js';
import { fingerprintFile, type Fingerprint } from '../sources/index.js';
import type { PreparedBatch } from './prepare-batch.js';
import type { RunContext } from './run-context.js';

type Run = Pick<RunContext, 'job' | 'memo' | 'written' | 'globals'>;

/**
 * Hashes of what all transactions of a batch work on and earlier batches of the run have come to: the REFs that they have
 * written, files that GET takes, and their GLOBALs. With another one each prompt is another.
 */
export async function sharedMarks(run: Run, prepared: PreparedBatch): Promise<string[]> {
  if (run.memo.current.version < 4) return [];
  const { batch, sources } = prepared;
  const references = sources.fingerprints.filter(
    ({ path }, index) => batch.loads[index]?.type === 'REF' && run.written.has(path),
  );
  return [...references, ...(await sharedSources(run, prepared))].map(({ sha256 }) => sha256);
}

/** The same without REFs, which are among the batch's sources. */
export async function sharedSources(run: Run, prepared: PreparedBatch): Promise<Fingerprint[]> {
  if (run.memo.current.version < 4) return [];
  return [...globalsRead(run, prepared), ...(await filesRead(run, prepared))];
}

/** Files of the run that GET … FROM FILE takes, where their path is the same for all transactions. */
async function filesRead(
  { job, written }: Pick<Run, 'job' | 'written'>,
  { batch, fill, facts }: PreparedBatch,
): Promise<Fingerprint[]> {
  const paths = new Set<string>();
  for (const statement of eachStatement(batch.body)) {
    if (statement.kind !== 'get' || statement.source.kind !== 'file') continue;
    const { path } = statement.source;
    if (path.every((part) => 'literal' in part)) paths.add(resolvePath(facts.pathIn, fill(path)) ?? '');
  }
  const own = [...paths].filter((path) => written.has(path)).sort();
  const found = await Promise.all(own.map((path) => fingerprintOf(job.area, path)));
  return found.flatMap((fingerprint) => (fingerprint === null ? [] : [fingerprint]));
}

/** Null: it is there no more, which the transactions that read it say. */
async function fingerprintOf(area: Area, path: string): Promise<Fingerprint | null> {
  try {
    return await fingerprintFile(path, await resolveExisting(area, path));
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

/** The GLOBALs of earlier batches that a batch reads, as one source; none where it reads none. */
export function globalsRead(
  { job, memo, globals }: Omit<Run, 'written'>,
  { batch, analysis }: Pick<PreparedBatch, 'batch' | 'analysis'>,
): Fingerprint[] {
  const names = namesRead(job.plan, batch.number, analysis);
  if (memo.current.version < 4 || names.length === 0) return [];
  const values = JSON.stringify(names.map((name) => [name, globals.get(name)]));
  const sha256 = createHash('sha256').update(values).digest('hex');
  return [{ path: names.join(' '), sizeBytes: values.length, modifiedMs: 0, sha256 }];
}

/** Whether a later batch reads a GLOBAL that this one assigns. */
export function readsGlobalsOf(
  { job, memo }: Pick<Run, 'job' | 'memo'>,
  other: number,
  batch: PlanBatch,
): boolean {
  const reader = batchesOf(job.plan).find(({ number }) => number === other);
  if (memo.current.version < 4 || reader === undefined) return false;
  const read = namesRead(job.plan, other, analyseBatch(reader));
  return assignedGlobals(batch).some((name) => read.includes(name));
}

/** What the batch, or a later one, assigns as well is its own affair: what it had before is not known any more. */
function namesRead(plan: Plan, number: number, { used }: Pick<Analysis, 'used'>): string[] {
  const names = new Set<string>();
  for (const batch of batchesOf(plan)) {
    for (const name of assignedGlobals(batch)) {
      if (batch.number >= number) names.delete(name);
      else if (used.has(name)) names.add(name);
    }
  }
  return [...names].sort();
}
