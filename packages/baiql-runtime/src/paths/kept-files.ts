import { copyFile, link, lstat, mkdir, readdir, rename, rm, rmdir, unlink, utimes } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { isWithin } from '@promptwell/baiql-lang/files';
import { INPUT_FOLDER, OUTPUT_FOLDER, keptFolder, type Area } from './area.js';
import { systemErrorCode } from './file-error.js';
import type { AreaUsage } from './measure-usage.js';
import { PARTIAL_PREFIX } from './names.js';

/**
 * Keeps a run's file even if it is replaced later. Uses a hard link, which takes no space, or a copy if the file system
 * has no links.
 */
export async function keepFile(
  area: Area,
  executionId: string,
  virtual: string,
  realPath: string,
): Promise<boolean> {
  const kept = keptPath(area, executionId, virtual);
  if (kept === null) return false;
  const folder = path.dirname(kept);
  await mkdir(folder, { recursive: true });
  const unfinished = path.join(folder, PARTIAL_PREFIX + randomBytes(8).toString('hex'));
  try {
    await linkOrCopy(realPath, unfinished);
    await rename(unfinished, kept);
    return true;
  } finally {
    // Renaming between two hard links of one file does nothing: it was kept already.
    await unlink(unfinished).catch(() => undefined);
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (
      !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'ENOSYS'].includes(systemErrorCode(error) ?? '')
    )
      throw error;
    const { atime, mtime } = await lstat(from);
    await copyFile(from, to);
    await utimes(to, atime, mtime);
  }
}

/** Removes a run's copy of a file, and folders that become empty. */
export async function dropKeptFile(area: Area, executionId: string, virtual: string): Promise<void> {
  const kept = keptPath(area, executionId, virtual);
  const root = keptFolder(area, executionId);
  if (kept === null || root === null) return;
  await unlink(kept).catch(ignoreMissing);
  await removeEmptyFolders(path.dirname(kept), path.dirname(root));
}

/** Removes empty folders upward, up to `root`, which stays. */
export async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let each = folder; each.startsWith(root + path.sep); each = path.dirname(each)) {
    try {
      await rmdir(each);
    } catch {
      return;
    }
  }
}

/** Removes everything a run keeps. */
export async function dropKeptFiles(area: Area, executionId: string): Promise<void> {
  const folder = keptFolder(area, executionId);
  if (folder !== null) await rm(folder, { recursive: true, force: true });
}

/**
 * Evicts copies of replaced files, those of the oldest runs first, until enough space is free. Their runs can write
 * them again.
 */
export async function evictKeptFiles({ keptRoot }: Area, wanted: AreaUsage): Promise<void> {
  if (keptRoot === undefined) return;
  const left = { ...wanted };
  for (const folder of await oldestFirst(keptRoot)) {
    if (left.bytes <= 0 && left.entries <= 0) return;
    await removeSingles(folder, left);
    await rmdir(folder).catch(() => undefined);
  }
}

async function oldestFirst(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  const folders = await Promise.all(
    names.map(async (name) => {
      const folder = path.join(root, name);
      return { folder, ms: (await lstat(folder).catch(() => null))?.mtimeMs ?? 0 };
    }),
  );
  return folders.toSorted((a, b) => a.ms - b.ms).map(({ folder }) => folder);
}

async function removeSingles(folder: string, left: { bytes: number; entries: number }): Promise<void> {
  for (const item of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (left.bytes <= 0 && left.entries <= 0) return;
    const real = path.join(folder, item.name);
    if (item.isDirectory()) {
      await removeSingles(real, left);
      await rmdir(real).catch(() => undefined);
      continue;
    }
    const info = await lstat(real).catch(() => null);
    if (info === null || info.nlink > 1) continue;
    await unlink(real).catch(ignoreMissing);
    left.bytes -= info.size;
    left.entries -= 1;
  }
}

function keptPath(area: Area, executionId: string, virtual: string): string | null {
  const folder = keptFolder(area, executionId);
  if (folder === null) return null;
  // A script may use a folder below /data/input/ as its PATH_OUT.
  return isWithin(virtual, INPUT_FOLDER)
    ? path.join(folder, 'input', virtual.slice(INPUT_FOLDER.length))
    : path.join(folder, 'output', virtual.slice(OUTPUT_FOLDER.length));
}

function ignoreMissing(error: unknown): void {
  if (systemErrorCode(error) !== 'ENOENT') throw error;
}
