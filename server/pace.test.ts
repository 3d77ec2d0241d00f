import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPace } from './pace';

it('begins so many of a burst in each turn of the event loop, in their order, and all in the end', async () => {
  const pace = createPace(20);
  const begun: number[] = [];
  for (let index = 0; index < 50; index += 1) pace(() => begun.push(index));
  expect(begun).toHaveLength(20);
  await setImmediate();
  expect(begun).toHaveLength(40);
  // Who comes now stands behind those who wait.
  pace(() => begun.push(50));
  await setImmediate();
  expect(begun).toEqual(Array.from({ length: 51 }, (_, index) => index));
});

it('keeps a single request waiting for nothing', async () => {
  const pace = createPace(1);
  const begun: string[] = [];
  pace(() => begun.push('first'));
  expect(begun).toEqual(['first']);
  await setImmediate();
  pace(() => begun.push('second'));
  expect(begun).toEqual(['first', 'second']);
});
