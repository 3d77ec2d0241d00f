import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ExportFile } from '~/core/shared/export-file';

/** A zip, written while it is read: no more than a piece of one file is in memory at a time. */
export async function* writeZip(
  files: AsyncIterable<ExportFile>,
  madeAtMs: number,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for await (const { name, content, isStored, modifiedAtMs } of files) {
    const entry = isStored === true ? new ZipPassThrough(name) : new ZipDeflate(name);
    entry.mtime = new Date(modifiedAtMs ?? madeAtMs);
    zip.add(entry);
    for await (const piece of content) {
      entry.push(typeof piece === 'string' ? strToU8(piece) : piece);
      yield* pieces.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}
