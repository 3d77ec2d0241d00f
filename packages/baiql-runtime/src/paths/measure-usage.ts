import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Area } from './area.js';
import { systemErrorCode } from './file-error.js';

/** An area's usage. */
export interface AreaUsage {
  readonly bytes: number;
  /** Files and folders. */
  readonly entries: number;
}

/** An area's usage, and how much of it `makeRoom` can evict. */
export interface TotalUsage extends AreaUsage {
  /** Copies kept by runs of files that have been replaced since. */
  readonly replaced: AreaUsage;
}

const NOTHING: AreaUsage = { bytes: 0, entries: 0 };

/**
 * Adds up everything in the area, unfinished files too. Links are neither counted nor followed. Kept files count once,
 * even if they also exist where they were written.
 */
export async function measureUsage(area: Area): Promise<TotalUsage> {
  const replaced = { bytes: 0, entries: 0 };
  const seen = new Set<string>();
  const kept =
    area.keptRoot === undefined
      ? NOTHING
      : await measureFolder(area.keptRoot, seen, (bytes) => {
          replaced.bytes += bytes;
          replaced.entries += 1;
        });
  const input = await measureFolder(area.inputRoot, seen);
  const output = await measureFolder(area.outputRoot, seen);
  return {
    bytes: kept.bytes + input.bytes + output.bytes,
    entries: kept.entries + input.entries + output.entries,
    replaced,
  };
}

/**
 * @param seen files with several hard links, by inode: each counts once.
 * @param onSingle called for each file with a single link.
 */
async function measureFolder(
  folder: string,
  seen: Set<string>,
  onSingle: (bytes: number) => void = () => undefined,
): Promise<AreaUsage> {
  let bytes = 0;
  let entries = 0;
  for (const name of await unlessGone(readdir(folder), [])) {
    const real = path.join(folder, name);
    const info = await unlessGone(lstat(real), null);
    if (info === null) continue;
    if (info.isFile() && info.nlink > 1) {
      const identity = `${info.dev}:${info.ino}`;
      if (seen.has(identity)) continue;
      seen.add(identity);
    }
    entries += 1;
    if (info.isFile()) bytes += info.size;
    if (info.isFile() && info.nlink === 1) onSingle(info.size);
    if (!info.isDirectory()) continue;
    const inside = await measureFolder(real, seen, onSingle);
    bytes += inside.bytes;
    entries += inside.entries;
  }
  return { bytes, entries };
}

/** Files deleted during the count take no space. */
async function unlessGone<Value, Other>(work: Promise<Value>, otherwise: Other): Promise<Value | Other> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return otherwise;
    throw error;
  }
}
