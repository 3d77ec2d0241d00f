import { lstat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { PlanBatch } from '@promptwell/baiql-lang';
import type { WrittenFile } from '../outputs/index.js';
import { dropKeptFile, FileError, removeEmptyFolders, resolveExisting, type Area } from '../paths/index.js';
import type { BatchResults } from './batch-results.js';
import type { RunContext } from './run-context.js';

/** A written file's path, size and time. */
type Place = Pick<WrittenFile, 'path' | 'sizeBytes' | 'modifiedMs'>;

/**
 * Writes the files of a batch with `total` transactions. An incomplete file does not replace a complete one of another
 * run but gets a suffix; suffixed files of an earlier part of the run are removed.
 */
export async function deliverFiles(
  run: RunContext,
  batch: PlanBatch,
  results: BatchResults,
  total: number,
): Promise<readonly WrittenFile[]> {
  const { main, memo, job } = run;
  const { number } = batch;
  const isWhole = results.count >= total;
  const before = [...(memo.current.written[number] ?? []), ...(memo.current.partial[number] ?? [])];
  const files = await results.finish({
    executionId: job.executionId,
    // Files that later batches read keep their plain name.
    suffix: isWhole || isReadLater(run, batch) ? '' : suffixOf(run, results.count, total),
    isTaken: (paths) => isTaken(run, paths),
  });
  const names = new Set([...files.map((file) => file.path), ...run.written]);
  const obsolete = before.filter((file) => !names.has(file.path));
  for (const file of obsolete) await removeOwn(job.area, job.executionId, file);
  const records = files.map((file) => ({ modifiedMs: 0, ...file, isWhole }));
  await main.recordFiles(
    records,
    obsolete.map((file) => file.path),
  );
  return files;
}

function suffixOf({ job }: RunContext, count: number, total: number): string {
  const isTrial = job.first !== undefined && count >= Math.min(job.first, total);
  return isTrial ? ' (trial)' : ` (${count} of ${total})`;
}

/** True if a later batch loads or GETs from below PATH_OUT, and so reads this run's files. */
function isReadLater({ job }: RunContext, { number, outputs, log }: PlanBatch): boolean {
  if (outputs.length === 0 && log === null) return false;
  return job.plan.items.some((item) => item.kind === 'batch' && item.number > number && readsOutputs(item));
}

const readsOutputs = ({ pathIn, loads, body }: PlanBatch): boolean =>
  JSON.stringify([pathIn, loads, body]).includes('/output');

async function isTaken({ main, job }: RunContext, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return false;
  for (const file of await main.standing(paths)) if (await stands(job.area, file)) return true;
  return false;
}

/** True if a file is still at its path and has not been replaced. */
export async function stands(area: Area, { path: place, sizeBytes, modifiedMs }: Place): Promise<boolean> {
  const real = await realPathOf(area, place);
  const info = real === null ? null : await lstat(real).catch(() => null);
  return info?.isFile() === true && info.size === sizeBytes && info.mtimeMs === modifiedMs;
}

async function removeOwn(area: Area, executionId: string, file: Place): Promise<void> {
  if (await stands(area, file)) {
    const real = await realPathOf(area, file.path);
    if (real !== null) {
      await unlink(real);
      await removeEmptyFolders(path.dirname(real), area.outputRoot);
    }
  }
  await dropKeptFile(area, executionId, file.path);
}

async function realPathOf(area: Area, place: string): Promise<string | null> {
  try {
    return await resolveExisting(area, place);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}
