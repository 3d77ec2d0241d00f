import { expect, test } from 'vitest';
import { findNumbers } from './moderation/find-numbers.js';
import { redactLongText } from './personal-data/long-texts.js';
import { runInSlice } from './time-slices.js';
import { turnsDuring } from './test-support/turns-during.js';

const ADDRESSES = 'Write to ada@example.org about 12 of them, or call. '.repeat(100_000);

test.each([
  [
    'card numbers and personal data @soak',
    (text: string) => findNumbers(`${text} 4111 1111 1111 1111`),
    ADDRESSES,
  ],
  ['redaction @soak', (text: string) => redactLongText(text), ADDRESSES],
  ['numbers that are none', (text: string) => findNumbers(text), '012 12 12 12 '.repeat(20_000)],
])('%s: others have their turns meanwhile', async (_name, work: (text: string) => Promise<unknown>, text) => {
  await work(text.slice(0, 1_000)); // what is loaded once is loaded
  expect(await turnsDuring(() => work(text))).toBeGreaterThan(3);
});

test('fifty at once share the turns instead of taking one each @soak', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `${String(index)} ${ADDRESSES.slice(0, 40_000)}`);
  const turns = await turnsDuring(() => Promise.all(texts.map((text) => findNumbers(text))));
  expect(turns).toBeGreaterThan(10);
});

test('what is short is done at once', async () => {
  const order: string[] = [];
  await new Promise((resolve) => setImmediate(resolve));
  const next = new Promise<void>((resolve) =>
    setImmediate(() => {
      order.push('the next turn');
      resolve();
    }),
  );
  await runInSlice(() => order.push('the work'));
  await next;
  expect(order).toEqual(['the work', 'the next turn']);
});

test('a mistake in a slice is its caller’s, and the next one runs', async () => {
  const mistake = () => {
    throw new Error('a mistake');
  };
  await expect(runInSlice(mistake)).rejects.toThrow('a mistake');
  expect(await runInSlice(() => 1)).toBe(1);
});
