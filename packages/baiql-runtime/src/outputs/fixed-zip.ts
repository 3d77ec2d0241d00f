import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';

/**
 * Every entry carries this time (the earliest that a zip can say, by the local clock, as zips do), so that equal
 * content gives equal bytes.
 */
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** A file in a zip: whole, or in pieces that are made while the zip is written. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array | AsyncIterable<string>;
}

/** Writes a zip with these parts, in this order, piece by piece. */
export async function* writeFixedZip(parts: readonly ZipPart[]): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  // A part that fails to be made must end the reading of the whole.
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
