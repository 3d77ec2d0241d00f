import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TextRequest } from '../worker/protocol.js';
import { temporaryFolder } from '../test-support/temporary-area.js';
import { keepTexts, type ReadText } from './keep-texts.js';
import { sweepTexts } from './sweep-texts.js';

let folder: string;
let scan: TextRequest;
let readings: number;

/** Replaces minutes of OCR and returns the number of the reading. */
const readSlowly: ReadText = () => {
  readings += 1;
  return Promise.resolve({ text: `Reading ${readings}` });
};

beforeEach(async () => {
  const root = await temporaryFolder();
  folder = path.join(root, 'texts');
  scan = {
    realPath: path.join(root, 'scan.png'),
    name: 'scan.png',
    ocr: true,
    pageMarks: true,
    languages: ['eng'],
  };
  readings = 0;
  await drawPicture('the picture');
});

/** Other content of the same size, and the file's time does not show it. */
async function drawPicture(content: string): Promise<void> {
  await writeFile(scan.realPath, content);
  await utimes(scan.realPath, 1_000, 1_000);
}

describe('the text of a document', () => {
  it('is read once, also by whoever comes later', async () => {
    await keepTexts(folder, readSlowly)(scan);
    expect(await keepTexts(folder, readSlowly)(scan)).toEqual({ text: 'Reading 1' });
  });

  it('is read again when the content is other, though size and time are the same', async () => {
    const read = keepTexts(folder, readSlowly);
    await read(scan);
    await drawPicture('a picture!!');
    expect(await read(scan)).toEqual({ text: 'Reading 2' });
  });

  it.each<[string, Partial<TextRequest>]>([
    ['other languages', { languages: ['eng', 'spa'] }],
    ['no OCR', { ocr: false }],
    ['another name', { name: 'scan.jpg' }],
  ])('is read again with %s', async (_, change) => {
    const read = keepTexts(folder, readSlowly);
    await read(scan);
    expect(await read({ ...scan, ...change })).toEqual({ text: 'Reading 2' });
  });

  it('is not kept when the file changes while it is read', async () => {
    const read = keepTexts(folder, async (request) => {
      if (readings === 0) await drawPicture('a picture!!');
      return readSlowly(request);
    });
    await read(scan);
    await drawPicture('the picture');
    expect(await read(scan)).toEqual({ text: 'Reading 2' });
  });

  it('is not what a failure was', async () => {
    const failing = keepTexts(folder, () => Promise.resolve({ failure: 'Too many documents are waiting.' }));
    expect(await failing(scan)).toEqual({ failure: 'Too many documents are waiting.' });
    expect(await keepTexts(folder, readSlowly)(scan)).toEqual({ text: 'Reading 1' });
  });

  it('is given also where nothing can be kept', async () => {
    await writeFile(folder, 'a file is in the way');
    const read = keepTexts(folder, readSlowly);
    expect(await read(scan)).toEqual({ text: 'Reading 1' });
    expect(await read(scan)).toEqual({ text: 'Reading 2' });
  });
});

describe('texts that are kept', () => {
  const NOW_MS = Date.UTC(2026, 10, 20);
  const MINUTE_MS = 60_000;

  /** Stores a text of this many bytes, last used this many minutes ago. */
  async function put(name: string, bytes: number, minutesAgo: number): Promise<void> {
    const file = path.join(folder, name);
    await writeFile(file, 'x'.repeat(bytes));
    const used = new Date(NOW_MS - minutesAgo * MINUTE_MS);
    await utimes(file, used, used);
  }

  beforeEach(async () => {
    await keepTexts(folder, readSlowly)(scan);
    await sweepTexts({ folder, maxBytes: 0 }, NOW_MS);
    expect(await readdir(folder)).toEqual([]);
  });

  it('go when nobody has used them for a while', async () => {
    await put('new', 10, 1);
    await put('old', 10, 61);
    await sweepTexts({ folder, maxAgeMs: 60 * MINUTE_MS }, NOW_MS);
    expect(await readdir(folder)).toEqual(['new']);
  });

  it('go when they are too much, the ones used longest ago first', async () => {
    for (const minutesAgo of [3, 1, 2]) await put(`${minutesAgo}`, 400, minutesAgo);
    await sweepTexts({ folder, maxBytes: 1_000 }, NOW_MS);
    expect((await readdir(folder)).sort()).toEqual(['1', '2']);
  });
});
