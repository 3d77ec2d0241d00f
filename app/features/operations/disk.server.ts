import fs from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '~/core/server/env.server';

export const DATABASE = 'app.db';

/** The volume that holds the data directory. */
export async function readDisk(dataDir: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(dataDir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Size of the database, which holds everything but users' files, including the write-ahead log. */
export async function databaseSize({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<number> {
  const file = path.join(DATA_DIR, DATABASE);
  const sizeOf = (part: string) => fs.stat(part).then(({ size }) => size);
  return (await sizeOf(file)) + (await sizeOf(`${file}-wal`).catch(() => 0));
}
