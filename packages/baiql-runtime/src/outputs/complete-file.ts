import { randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from '../paths/index.js';
import { OutputError } from './output-error.js';

/** Names of files that are still being written: hidden, and never listed. */
export const UNFINISHED_PREFIX = '.unfinished-';

/**
 * Writes a file so that it appears under its name only when it is complete: beside it first, then
 * renamed. On any failure nothing is left, and an earlier file of that name stays as it was.
 * @returns the file's size in bytes.
 * @throws OutputError `disk-full`.
 */
export async function writeCompleteFile(
  realPath: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<number> {
  const unfinished = path.join(path.dirname(realPath), UNFINISHED_PREFIX + randomBytes(8).toString('hex'));
  try {
    const sizeBytes = await writePieces(unfinished, pieces);
    await rename(unfinished, realPath);
    return sizeBytes;
  } catch (error) {
    await unlink(unfinished).catch(() => undefined);
    if (isDiskFull(error)) {
      throw new OutputError('disk-full', `There is no room left to write ${path.basename(realPath)}.`, {
        cause: error,
      });
    }
    throw error;
  }
}

async function writePieces(
  realPath: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<number> {
  const handle = await open(realPath, 'wx');
  try {
    let sizeBytes = 0;
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      await handle.writeFile(bytes);
      sizeBytes += bytes.length;
    }
    return sizeBytes;
  } finally {
    await handle.close();
  }
}
