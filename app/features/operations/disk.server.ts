import fs from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '~/core/server/env.server';

export const DATABASE = 'app.db';

/** Of the volume that the data lie on. */
export async function readDisk(dataDir: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(dataDir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Of the one file that everything but people's own files is in. */
export async function databaseSize({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<number> {
  return (await fs.stat(path.join(DATA_DIR, DATABASE))).size;
}
