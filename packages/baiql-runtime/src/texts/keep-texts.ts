import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextAnswer, TextRequest } from '../worker/protocol.js';

/** Reads a document, or says why it cannot be read. */
export type ReadText = (request: TextRequest) => Promise<TextAnswer>;

/** Part of every name: another number here, and what an earlier way of reading has left is not used any more. */
const WAY_OF_READING = 3;

/**
 * Reads each document once: its text is kept in a folder, and given again while the file's path, size, time and content
 * and the settings of reading are the same. An estimate, the run after it, and a resume share the folder. Failures are
 * not kept. A folder that cannot be used costs time, and nothing else.
 */
export function keepTexts(folder: string, read: ReadText): ReadText {
  return async (request) => {
    const before = await identify(request);
    // A missing file: reading says so better.
    if (before === null) return read(request);
    const file = path.join(folder, `${before}.txt`);
    const kept = await take(file);
    if (kept !== null) return { text: kept };
    const answer = await read(request);
    // One that changed while it was read would be kept under the name of what it was.
    // What is said of pages is not kept with it.
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

/** All that the text depends on, as one name; null when there is no such file. */
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
    // What is used stays longest.
    const now = new Date();
    await utimes(file, now, now);
    return text;
  } catch {
    return null;
  }
}

/** Appears under its name only when it is complete. */
async function keep(folder: string, file: string, text: string): Promise<void> {
  const unfinished = `${file}-${randomBytes(4).toString('hex')}`;
  try {
    // Texts are as private as the files that they come from.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(unfinished, text, { mode: 0o600 });
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}
