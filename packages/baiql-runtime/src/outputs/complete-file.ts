import { randomBytes } from 'node:crypto';
import { open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull, PARTIAL_PREFIX } from '../paths/index.js';
import { OutputError } from './output-error.js';
import type { Pieces } from './formats.js';

/**
 * Writes a file atomically: beside its target first, then renamed. On failure nothing is left and an earlier file of
 * that name is unchanged.
 * @returns the file's size in bytes.
 * @throws OutputError `disk-full` (no space on the disk), `over-quota` (more than `availableBytes`).
 */
export async function writeCompleteFile(
  realPath: string,
  pieces: Pieces,
  availableBytes = Infinity,
): Promise<number> {
  const name = path.basename(realPath);
  const unfinished = path.join(path.dirname(realPath), PARTIAL_PREFIX + randomBytes(8).toString('hex'));
  try {
    const sizeBytes = await writePieces(unfinished, limitPieces(pieces, availableBytes, name));
    await rename(unfinished, realPath);
    return sizeBytes;
  } catch (error) {
    await unlink(unfinished).catch(() => undefined);
    if (!isDiskFull(error)) throw error;
    throw new OutputError('disk-full', `There is no room left on the disk to write ${name}.`, {
      cause: error,
    });
  }
}

async function writePieces(realPath: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(realPath, 'wx');
  try {
    let sizeBytes = 0;
    for await (const piece of pieces) {
      await handle.writeFile(piece);
      sizeBytes += piece.length;
    }
    return sizeBytes;
  } finally {
    await handle.close();
  }
}

async function* limitPieces(
  pieces: Pieces,
  availableBytes: number,
  name: string,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    sizeBytes += bytes.length;
    if (sizeBytes > availableBytes) {
      throw new OutputError(
        'over-quota',
        `Your files have no room for ${name}. Delete some, then resume the run.`,
      );
    }
    yield bytes;
  }
}
