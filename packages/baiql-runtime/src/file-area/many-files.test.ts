import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Area } from '../paths/index.js';
import { temporaryArea } from '../test-support/temporary-area.js';
import { deleteEntry, MAX_ENTRIES, saveFile } from './index.js';

const quotaBytes = 100 * 1024 * 1024;

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('x'));
}

const save = (area: Area, name: string) =>
  saveFile(area, { folder: '/data/input/', name, quotaBytes }, oneByte());

/** Adds this many tiny files directly; hard links to one file are created faster than files. */
function fill(area: Area, count: number): void {
  const folder = path.join(area.inputRoot, 'tiny');
  mkdirSync(folder);
  const first = path.join(folder, '0.txt');
  writeFileSync(first, 'x');
  for (let index = 1; index < count; index += 1) linkSync(first, path.join(folder, `${index}.txt`));
}

test('more files than fit are refused in a sentence, however small, and a deletion makes room @soak', async () => {
  const area = await temporaryArea({});
  fill(area, MAX_ENTRIES - 2); // and their folder
  await save(area, 'last.txt');
  await expect(save(area, 'one-more.txt')).rejects.toMatchObject({
    code: 'over-quota',
    message: 'You have 20,000 files, which is the maximum.',
  });
  expect(await save(area, 'last.txt')).toMatchObject({ size: 1 }); // takes its own place
  await deleteEntry(area, '/data/input/last.txt');
  expect(await save(area, 'one-more.txt')).toMatchObject({ size: 1 });
});

test('saving many files takes no longer for each, the more there are @soak', async () => {
  const elapsedMs = async (area: Area): Promise<number> => {
    await save(area, 'first.txt'); // counts what is there
    const began = performance.now();
    for (let index = 0; index < 100; index += 1) await save(area, `${index}.txt`);
    return performance.now() - began;
  };
  const few = await temporaryArea({});
  const many = await temporaryArea({});
  fill(many, 10_000);
  const alone = await elapsedMs(few);
  // Counting all before each would be ten thousand times the work.
  expect((await elapsedMs(many)) / Math.max(alone, 1)).toBeLessThan(50);
});
