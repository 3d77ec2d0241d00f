import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Area } from './area.js';
import { systemErrorCode } from './file-error.js';

/** What an area takes. */
export interface AreaUse {
  readonly bytes: number;
  /** Files and folders. */
  readonly entries: number;
}

/** Adds up everything in the area, unfinished files too. Links count as nothing and are not followed. */
export async function measureUse(area: Area): Promise<AreaUse> {
  const input = await measureFolder(area.inputRoot);
  const output = await measureFolder(area.outputRoot);
  return { bytes: input.bytes + output.bytes, entries: input.entries + output.entries };
}

async function measureFolder(folder: string): Promise<AreaUse> {
  let bytes = 0;
  let entries = 0;
  for (const name of await unlessGone(readdir(folder), [])) {
    const real = path.join(folder, name);
    const info = await unlessGone(lstat(real), null);
    if (info === null) continue;
    entries += 1;
    if (info.isFile()) bytes += info.size;
    if (!info.isDirectory()) continue;
    const inside = await measureFolder(real);
    bytes += inside.bytes;
    entries += inside.entries;
  }
  return { bytes, entries };
}

/** What is deleted while it is being counted takes no room. */
async function unlessGone<Value, Other>(work: Promise<Value>, otherwise: Other): Promise<Value | Other> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return otherwise;
    throw error;
  }
}
