import fs from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '~/core/server/env.server';

export const DATABASE = 'app.db';

/** Of the volume that the data lie on. */
export async function readDisk(dataDir: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(dataDir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Of the one file that everything but people's own files is in, with what has yet to be moved into it. */
export async function databaseSize({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<number> {
  const file = path.join(DATA_DIR, DATABASE);
  const sizeOf = (part: string) => fs.stat(part).then(({ size }) => size);
  return (await sizeOf(file)) + (await sizeOf(`${file}-wal`).catch(() => 0));
}
