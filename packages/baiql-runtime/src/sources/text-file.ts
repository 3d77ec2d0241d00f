import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { createEncodingDetector, sayEncoding } from '@promptwell/documents';
import type { Fingerprint } from './fingerprint.js';
import { SourceError } from './source-error.js';

/** A text file of the area with a known encoding. */
export interface TextFile {
  readonly path: string;
  readonly name: string;
  readonly realPath: string;
  /** By the names of the Encoding Standard. */
  readonly encoding: string;
  readonly bomBytes: number;
  readonly fingerprint: Fingerprint;
  /** How it is read, where that is a guess; a sentence. */
  readonly guess: string | null;
}

const CHUNK_BYTES = 1 << 16;

/**
 * Reads a file once, in pieces, to learn its encoding and fingerprint.
 * @param label what it is written in, where that is known.
 * @throws SourceError `not-text`, `empty`.
 */
export async function inspectTextFile(
  file: { path: string; realPath: string },
  label?: string,
): Promise<TextFile> {
  const name = path.posix.basename(file.path);
  const { size, mtimeMs } = await stat(file.realPath);
  const hash = createHash('sha256');
  const detector = createEncodingDetector();
  for await (const piece of readPieces(file.realPath)) {
    hash.update(piece);
    detector.push(piece);
  }
  const found = detector.finish();
  if (size === 0) throw new SourceError('empty', `${name} is empty.`);
  if (label !== undefined) {
    const encoding = encodingOf(label);
    const bomBytes = found.kind === 'text' && found.encoding === encoding ? found.bomBytes : 0;
    const fingerprint = { path: file.path, sizeBytes: size, modifiedMs: mtimeMs, sha256: hash.digest('hex') };
    return { ...file, name, encoding, bomBytes, fingerprint, guess: null };
  }
  if (found.kind === 'binary') throw new SourceError('not-text', `${name} is not a text file.`);
  const fingerprint = { path: file.path, sizeBytes: size, modifiedMs: mtimeMs, sha256: hash.digest('hex') };
  const guess = sayEncoding(name, found);
  return { ...file, name, encoding: found.encoding, bomBytes: found.bomBytes, fingerprint, guess };
}

/** The name of an encoding that a script calls by any of its labels. @throws SourceError `wrong-kind` */
export function encodingOf(label: string): string {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    throw new SourceError(
      'wrong-kind',
      `There is no encoding ${JSON.stringify(label)}. Names are those of the web, such as utf-8, shift_jis, windows-1252 and gbk.`,
    );
  }
}

/** The file's text in chunks, without byte-order mark. */
export async function* readText(file: TextFile): AsyncGenerator<string> {
  const decoder = new TextDecoder(file.encoding);
  for await (const chunk of createReadStream(file.realPath, { highWaterMark: CHUNK_BYTES })) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/**
 * The lines of a file; `
 * `, `\r
 * ` and `\r` end a line. A line over the limit is truncated to `maxCharacters + 1` characters, so that a file without
 * line breaks is never held in memory.
 */
export async function* readLines(file: TextFile, maxCharacters: number): AsyncGenerator<string> {
  let pending = '';
  let endedWithReturn = false;
  let seen = false;
  for await (const piece of readText(file)) {
    seen = true;
    // `\r` at the end of a chunk and `
    // ` at the start of the next are one line break.
    const text = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    endedWithReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/u);
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield (pending + line).slice(0, maxCharacters + 1);
      pending = '';
    }
    pending = (pending + last).slice(0, maxCharacters + 1);
  }
  if (seen && pending !== '') yield pending;
}

/** A file's bytes in chunks that share one buffer: each is invalid once the next is requested. */
async function* readPieces(realPath: string): AsyncGenerator<Uint8Array> {
  const handle = await open(realPath);
  try {
    const memory = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(memory, 0, memory.length, null);
      if (bytesRead === 0) return;
      yield memory.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The first 64 KB of the file's text at most. */
export async function readBeginning(file: TextFile): Promise<string> {
  const { bytes } = await readFirstBytes(file.realPath);
  return new TextDecoder(file.encoding).decode(bytes, { stream: true });
}

/** The first bytes of a file, and whether that is all of it. */
export async function readFirstBytes(realPath: string): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const handle = await open(realPath);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, 0);
    return { bytes: buffer.subarray(0, bytesRead), isWhole: (await handle.stat()).size <= bytesRead };
  } finally {
    await handle.close();
  }
}
