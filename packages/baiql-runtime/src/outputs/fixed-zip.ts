import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';

/**
 * Every entry has this time (the earliest a zip can store, in local time as zips use), so that equal content gives
 * equal bytes.
 */
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** A file in a zip: complete, or in chunks generated while the zip is written. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array | AsyncIterable<string>;
}

/** Writes a zip with these parts in order, chunk by chunk. */
export async function* writeFixedZip(parts: readonly ZipPart[]): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  // An error in a part must end the whole stream.
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, content } of parts) {
    if (typeof content === 'string' || content instanceof Uint8Array) {
      zip.addBuffer(Buffer.from(content), name, ENTRY_OPTIONS);
    } else {
      zip.addReadStream(Readable.from(content, { objectMode: false }), name, ENTRY_OPTIONS);
    }
  }
  zip.end();
  zip.outputStream.pipe(output);
  for await (const piece of output) yield piece as Uint8Array;
}
