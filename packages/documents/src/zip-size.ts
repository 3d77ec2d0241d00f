import { finished } from 'node:stream/promises';
import type yauzl from 'yauzl';
import { compoundContent } from './compound-file.js';

/** Why a zip-based document (docx, xlsx) is rejected. `encrypted`: it needs a password. */
export type ZipProblem = 'too-large' | 'encrypted' | 'invalid';

const MESSAGES: Readonly<Record<ZipProblem, string>> = {
  'too-large': 'The file unpacks to too much data.',
  encrypted: 'The file is protected by a password.',
  invalid: 'The file is damaged.',
};

/** A zip file that must not be passed to a parser. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  constructor(
    readonly problem: ZipProblem,
    options?: { cause?: unknown },
  ) {
    super(MESSAGES[problem], options);
  }
}

const MAX_ENTRIES = 10_000;

/**
 * Unpacks a zip without keeping anything and returns its entries' names. The declared sizes may be false, so every byte
 * is counted: parsers unpack whole entries into memory, where 150 KB can become 800 MB. `look` receives every chunk.
 * @throws ZipError when it unpacks to more than `maxBytes`, needs a password, or is damaged.
 */
export async function checkZip(
  bytes: Uint8Array,
  maxBytes: number,
  look: (name: string, piece: Buffer) => void = () => undefined,
): Promise<string[]> {
  const zip = await openZip(bytes);
  try {
    const names: string[] = [];
    let remainingBytes = maxBytes;
    for await (const entry of readEntries(zip)) {
      if (entry.isEncrypted()) throw new ZipError('encrypted');
      names.push(entry.fileName);
      remainingBytes -= entry.uncompressedSize;
      if (remainingBytes < 0 || names.length > MAX_ENTRIES) throw new ZipError('too-large');
      // Fails as soon as the output exceeds the entry's declared size.
      await drain(zip, entry, look);
    }
    return names;
  } catch (error) {
    if (error instanceof ZipError) throw error;
    const lied = error instanceof Error && error.message.startsWith('too many bytes');
    throw new ZipError(lied ? 'too-large' : 'invalid', { cause: error });
  } finally {
    zip.close();
  }
}

async function openZip(bytes: Uint8Array): Promise<yauzl.ZipFile> {
  // A password wraps a document of Office in another container.
  if (compoundContent(bytes) === 'encrypted') throw new ZipError('encrypted');
  // Loaded on demand: programs that never see a zip start faster.
  const { default: unzip } = await import('yauzl');
  const buffer = withoutTail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return new Promise((resolve, reject) => {
    unzip.fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error !== null) reject(new ZipError('invalid', { cause: error }));
      else resolve(zip);
    });
  });
}

const END_OF_DIRECTORY = Buffer.from('504b0506', 'hex');
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;

/** Some mail programs and servers add a few bytes to a file, which its reader takes for damage. */
function withoutTail(file: Buffer): Buffer {
  const at = file.lastIndexOf(END_OF_DIRECTORY);
  if (at < 0 || at + END_BYTES > file.length || file.length - at > END_BYTES + MAX_COMMENT_BYTES) return file;
  const end = at + END_BYTES + file.readUInt16LE(at + END_BYTES - 2);
  return end < file.length ? file.subarray(0, end) : file;
}

async function* readEntries(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | null>((resolve, reject) => {
      zip.once('entry', resolve);
      zip.once('end', () => {
        resolve(null);
      });
      zip.once('error', reject);
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (entry === null) return;
    yield entry;
  }
}

async function drain(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  look: (name: string, piece: Buffer) => void,
): Promise<void> {
  if (entry.fileName.endsWith('/')) return;
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => {
      if (error !== null) reject(error);
      else resolve(opened);
    });
  });
  stream.on('data', (piece: Buffer) => look(entry.fileName, piece));
  await finished(stream);
}
