import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runScript } from '../test-support/run-script.js';
import { LIMITS } from './limits.js';
import { MemoryLimiter } from './memory-limiter.js';

/** Keeps a million characters and more, and then asks. */
const LARGE = `SET A = "abcdefghij"
LOOP 17
SET A = A + A
END_LOOP
PROMPT "Short."
RUN`;

describe('transactions that keep much together', () => {
  it('wait for one another, and each comes to what it would have come to alone', async () => {
    const room = new MemoryLimiter(4_000_000);
    const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
    const ends: number[] = [];
    const outcomes = await Promise.all(
      numbers.map(async (number) => {
        const { result } = await runScript(LARGE, { room, input: { number } });
        ends.push(number);
        return result;
      }),
    );
    expect(outcomes.map(({ status, reason }) => ({ status, reason }))).toEqual(
      numbers.map(() => ({ status: 'succeeded', reason: undefined })),
    );
    expect(ends.toSorted((one, other) => one - other)).toEqual(numbers);
  });

  it('hold what they work on, too, and a later one begins when the first has ended', async () => {
    const room = new MemoryLimiter(LIMITS.valueCharacters - 1);
    await room.acquire(1, async () => {
      await Promise.resolve();
      room.reserve(LIMITS.valueCharacters);
    });
    const begun: number[] = [];
    const second = room.acquire(2, () => Promise.resolve(begun.push(2)));
    await setImmediate();
    expect(room.waitForTurn(1)).toBeUndefined();
    expect(begun).toEqual([]);
    room.leave(1);
    await second;
    expect(begun).toEqual([2]);
  });
});
