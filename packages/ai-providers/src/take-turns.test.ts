import { expect, test } from 'vitest';
import { findNumbers } from './moderation/find-numbers.js';
import { redactLongText } from './personal-data/long-texts.js';
import { inTurn } from './take-turns.js';
import { countTokens } from './tokens.js';

// A timer that goes on ticking is what everybody else on this event loop has while a long text is read.

/** How often others had their turn while the work ran. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const tick = (): void => {
    turns += 1;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isDone = true;
  return turns;
}

const WORDS = 'Nothing that one person sends may keep another one waiting, however long it is. ';
const LONG = WORDS.repeat(Math.ceil(5_000_000 / WORDS.length));
const ADDRESSES = 'Write to ada@example.org about 12 of them, or call. '.repeat(100_000);
const ENDLESS = '中文字符没有空格'.repeat(200_000);

test.each([
  ['tokens of many words', () => countTokens(LONG, 'gpt-4o')],
  ['tokens of an endless word', () => countTokens(ENDLESS, 'gpt-4o')],
  ['card numbers and personal data', () => findNumbers(`${ADDRESSES} 4111 1111 1111 1111`)],
  ['redaction', () => redactLongText(ADDRESSES)],
  ['numbers that are none', () => findNumbers('012 12 12 12 '.repeat(20_000))],
])('%s: others have their turns meanwhile', async (_name, work) => {
  await work(); // what is loaded once is loaded
  expect(await turnsDuring(work)).toBeGreaterThan(3);
});

test('fifty at once share the turns instead of taking one each', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `${String(index)} ${LONG.slice(0, 40_000)}`);
  const turns = await turnsDuring(() => Promise.all(texts.map((text) => countTokens(text, 'gpt-4o'))));
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
  await inTurn(() => order.push('the work'));
  await next;
  expect(order).toEqual(['the work', 'the next turn']);
});

test('a mistake in a slice is its caller’s, and the next one runs', async () => {
  const mistake = () => {
    throw new Error('a mistake');
  };
  await expect(inTurn(mistake)).rejects.toThrow('a mistake');
  expect(await inTurn(() => 1)).toBe(1);
});
