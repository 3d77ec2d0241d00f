import { createHash } from 'node:crypto';
import type { Plan, PlanBatch } from '@promptwell/baiql-lang';
import { analyseBatch, eachStatement, type Analysis } from '../batch/analyse-batch.js';
import type { Fingerprint } from '../sources/index.js';
import type { PreparedBatch } from './prepare-batch.js';
import type { RunContext } from './run-context.js';

type Run = Pick<RunContext, 'job' | 'memo' | 'written' | 'globals'>;

/**
 * Hashes of what all transactions of a batch work on and earlier batches of the run have come to: the REFs that they have
 * written, and their GLOBALs. With another one each prompt is another.
 */
export function sharedMarks(
  run: Run,
  { batch, sources, analysis }: Pick<PreparedBatch, 'batch' | 'sources' | 'analysis'>,
): string[] {
  if (run.memo.current.version < 4) return [];
  const references = sources.fingerprints.filter(
    ({ path }, index) => batch.loads[index]?.type === 'REF' && run.written.has(path),
  );
  return [...references, ...globalsRead(run, { batch, analysis })].map(({ sha256 }) => sha256);
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
  const reader = job.plan.items.find((item) => item.kind === 'batch' && item.number === other);
  if (memo.current.version < 4 || reader?.kind !== 'batch') return false;
  const read = namesRead(job.plan, other, analyseBatch(reader));
  return globalsOf(batch).some((name) => read.includes(name));
}

/** What the batch, or a later one, assigns as well is its own affair: what it had before is not known any more. */
function namesRead(plan: Plan, number: number, { used }: Pick<Analysis, 'used'>): string[] {
  const names = new Set<string>();
  for (const item of plan.items) {
    if (item.kind !== 'batch') continue;
    for (const name of globalsOf(item)) {
      if (item.number >= number) names.delete(name);
      else if (used.has(name)) names.add(name);
    }
  }
  return [...names].sort();
}

const globalsOf = ({ body }: PlanBatch): string[] =>
  [...eachStatement(body)].flatMap((statement) => (statement.kind === 'global' ? [statement.name] : []));
