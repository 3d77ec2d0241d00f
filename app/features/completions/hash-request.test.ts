import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashRequest } from './hash-request.server';

const LONG = 'why not '.repeat(1_000_000);

it('is the hash of the request as JSON, as long as nothing in it is long', async () => {
  const request = { prompt: 'Why?', history: [{ role: 'user', content: 'Hello' }] };
  expect(await hashRequest(request)).toBe(createHash('sha256').update(JSON.stringify(request)).digest('hex'));
});

it('tells long texts apart by every character, wherever they stand', async () => {
  const hashes = await Promise.all(
    [
      { prompt: LONG },
      { prompt: `${LONG.slice(0, -1)}!` },
      { prompt: `!${LONG.slice(1)}` },
      { other: LONG },
      { prompt: LONG, other: LONG },
    ].map(hashRequest),
  );
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(await hashRequest({ prompt: LONG })).toBe(hashes[0]);
});

it('leaves turns to everybody else while it goes over megabytes', async () => {
  const state = { isDone: false };
  const hashing = hashRequest({ prompt: LONG }).finally(() => {
    state.isDone = true;
  });
  let turns = 0;
  while (!state.isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  await hashing;
  expect(turns).toBeGreaterThanOrEqual(8);
});
