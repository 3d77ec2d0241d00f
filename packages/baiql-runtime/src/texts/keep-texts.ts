import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextAnswer, TextRequest } from '../worker/protocol.js';

/** Reads a document, or returns the reason why it cannot be read. */
export type ReadText = (request: TextRequest) => Promise<TextAnswer>;

/** Cache version, part of every name: increment it to invalidate texts from earlier ways of reading. */
const WAY_OF_READING = 3;

/**
 * Reads each document once: its text is cached in a folder by the file's path, size, time, content and the reading
 * options. An estimate, its run, and a resume share the folder. Failures are not cached. An unusable folder only costs
 * time.
 */
export function keepTexts(folder: string, read: ReadText): ReadText {
  return async (request) => {
    const before = await identify(request);
    // A missing file: reading it gives a better error.
    if (before === null) return read(request);
    const file = path.join(folder, `${before}.txt`);
    const kept = await take(file);
    if (kept !== null) return { text: kept };
    const answer = await read(request);
    // A file that changed during reading would be cached under its old key. Notices about pages are not cached with it.
    if (
      'text' in answer &&
      answer.emptyPages === undefined &&
      answer.guess === undefined &&
      (await identify(request)) === before
    )
      await keep(folder, file, answer.text);
    return answer;
  };
}

/** The cache key: everything the text depends on; null if the file is missing. */
async function identify({
  realPath,
  name,
  ocr,
  languages,
  pageMarks,
  encoding,
}: TextRequest): Promise<string | null> {
  try {
    const { size, mtimeMs } = await stat(realPath);
    const content = createHash('sha256');
    for await (const piece of createReadStream(realPath, { highWaterMark: 1 << 18 })) {
      content.update(piece as Buffer);
    }
    const parts = [
      WAY_OF_READING,
      realPath,
      name,
      size,
      mtimeMs,
      content.digest('hex'),
      ocr,
      languages,
      pageMarks,
      encoding,
    ];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  } catch {
    return null;
  }
}

async function take(file: string): Promise<string | null> {
  try {
    const text = await readFile(file, 'utf8');
    // Marks the entry as recently used.
    const now = new Date();
    await utimes(file, now, now);
    return text;
  } catch {
    return null;
  }
}

/** Renamed into place only when complete. */
async function keep(folder: string, file: string, text: string): Promise<void> {
  const unfinished = `${file}-${randomBytes(4).toString('hex')}`;
  try {
    // Texts are as private as the files they come from.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}
