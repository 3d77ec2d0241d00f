import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { openForReading, toVirtualPath, type Area } from '../paths/index.js';

/** A file being downloaded. The stream closes the file when it ends or is destroyed. */
export interface Download {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly stream: Readable;
}

/**
 * Opens a file for download.
 * @throws FileError `not-found`, `not-a-file`, `leaves-area`, `bad-name`.
 */
export async function openDownload(area: Area, written: string): Promise<Download> {
  const virtual = toVirtualPath(written);
  const { handle, realPath, sizeBytes, modifiedMs } = await openForReading(area, virtual);
  // A file that grows during the download must not exceed the announced length.
  const stream = createReadStream(
    realPath,
    sizeBytes === 0 ? { fd: handle } : { fd: handle, start: 0, end: sizeBytes - 1 },
  );
  return { name: path.posix.basename(virtual), sizeBytes, modifiedMs, stream };
}
