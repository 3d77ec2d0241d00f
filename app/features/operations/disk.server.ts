import fs from 'node:fs/promises';

/** Of the volume that the data lie on. */
export async function readDisk(dataDir: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await fs.statfs(dataDir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
