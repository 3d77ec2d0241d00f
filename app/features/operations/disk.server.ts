import fs from 'node:fs/promises';

/** The volume that holds the data directory. */
export async function readDisk(dataDir: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(dataDir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
