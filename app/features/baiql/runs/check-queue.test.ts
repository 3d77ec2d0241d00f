import { describe, expect, it } from 'vitest';
import { createCheckQueue } from './check-queue.server';

/** The signal of a request that is never aborted. */
const staying = (): AbortSignal => new AbortController().signal;

describe('checks', () => {
  it('of one user follow each other, and those of others do not wait for them', async () => {
    const turns = createCheckQueue();
    const begun: string[] = [];
    let endFirst: () => void = () => undefined;
    const first = turns.take('ada', staying(), () => {
      begun.push('first');
      return new Promise<void>((resolve) => {
        endFirst = resolve;
      });
    });
    const second = turns.take('ada', staying(), () => Promise.resolve(begun.push('second')));
    await turns.take('bob', staying(), () => Promise.resolve(begun.push('other')));
    expect(begun).toEqual(['first', 'other']);
    endFirst();
    await Promise.all([first, second]);
    expect(begun).toEqual(['first', 'other', 'second']);
  });

  it('that nobody waits for any more give up their turn, and too many are refused', async () => {
    const turns = createCheckQueue();
    const leaving = new AbortController();
    const never = new Promise<void>(() => undefined);
    void turns.take('ada', staying(), () => never);
    const left = turns.take('ada', leaving.signal, () => Promise.reject(new Error('It has begun.')));
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    for (let waiting = 0; waiting < 10; waiting += 1) void turns.take('ada', staying(), () => never);
    await expect(turns.take('ada', staying(), () => never)).rejects.toMatchObject({
      code: 'too_many_checks',
    });
  });
});
