import { lstat, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type Area, PARTIAL_PREFIX } from '../paths/index.js';

/**
 * Removes partial files that a crash left behind and that have not changed since `before`. Call when an area is first
 * used after a start.
 * @returns the number of removed files.
 */
export async function removePartialFiles(area: Area, before: Date): Promise<number> {
  let removed = 0;
  for (const root of [area.inputRoot, area.outputRoot, area.keptRoot])
    if (root !== undefined) removed += await removeIn(root, before);
  return removed;
}

async function removeIn(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const item of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const real = path.join(folder, item.name);
    if (item.isDirectory()) removed += await removeIn(real, before);
    if (!item.isFile() || !item.name.startsWith(PARTIAL_PREFIX)) continue;
    if ((await lstat(real)).mtime >= before) continue;
    await unlink(real);
    removed += 1;
  }
  return removed;
}
