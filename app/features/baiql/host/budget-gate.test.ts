import { describe, expect, it } from 'vitest';
import { createBudgetGate } from './budget-gate.server';

class TooLittle extends Error {}

/** An account that holds money for completions and releases it once they are aborted. */
function account(balance: number, waitForOthers = () => Promise.resolve(false)) {
  const funds = createBudgetGate();
  const out = new Map<string, (cost: number) => void>();
  const refused: string[] = [];
  let free = balance;
  const call = (name: string, amount: number, signal: AbortSignal = new AbortController().signal) =>
    funds.pay('ada', {
      make: async (onHeld) => {
        await Promise.resolve();
        if (signal.aborted) throw new Error('called off');
        if (amount > free) {
          refused.push(name);
          throw new TooLittle();
        }
        free -= amount;
        onHeld();
        const cost = await new Promise<number>((end) => out.set(name, end));
        out.delete(name);
        if (cost < 0) {
          free += amount;
          throw new Error('the vendor failed');
        }
        free += amount - cost;
        return name;
      },
      isShort: (error) => error instanceof TooLittle,
      waitForOthers,
      signal,
    });
  const giveBack = (amount: number): void => {
    free += amount;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string, cost: number): Promise<void> => {
    out.get(name)?.(cost);
    await settled();
  };
  return { call, end, settled, giveBack, refused, out: () => [...out.keys()] };
}

describe('the money of one person’s calls', () => {
  it('is waited for while their own calls have it set aside, in the order of asking', async () => {
    const { call, end, settled, out } = account(10);
    const calls = ['a', 'b', 'c', 'd'].map((name) => call(name, 4));
    await settled();
    expect(out()).toEqual(['a', 'b']);
    await end('a', 1);
    expect(out()).toEqual(['b', 'c']);
    await end('b', 1);
    expect(out()).toEqual(['c', 'd']);
    await end('c', 1);
    await end('d', 1);
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is truly not there when nothing is out any more', async () => {
    const { call, end, settled } = account(5);
    const calls = [call('a', 4), call('b', 4), call('c', 4)];
    const ends = Promise.allSettled(calls);
    await settled();
    await end('a', 3);
    expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(call('d', 4)).rejects.toBeInstanceOf(TooLittle);
  });

  it('is waited for while something else of theirs has it set aside, by one look for all', async () => {
    let looks = 0;
    const { call, end, settled, giveBack, out } = account(0, () => {
      looks += 1;
      if (looks === 3) giveBack(10);
      return Promise.resolve(looks < 3);
    });
    const calls = ['a', 'b'].map((name) => call(name, 4));
    await settled();
    expect([out(), looks]).toEqual([['a', 'b'], 3]);
    await end('a', 4);
    await end('b', 4);
    expect(await Promise.all(calls)).toEqual(['a', 'b']);
    await expect(call('c', 4)).rejects.toBeInstanceOf(TooLittle);
  });

  it('goes to all that fit when much comes back at once', async () => {
    const { call, end, settled, out } = account(10);
    void call('large', 10);
    const small = ['a', 'b', 'c'].map((name) => call(name, 3));
    await settled();
    expect(out()).toEqual(['large']);
    await end('large', 0);
    expect(out()).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'b', 'c']) await end(name, 1);
    expect(await Promise.all(small)).toEqual(['a', 'b', 'c']);
  });

  it('comes back from a call that fails, too', async () => {
    const { call, end, settled, out } = account(4);
    const failing = call('a', 4);
    const waiting = call('b', 4);
    const failed = expect(failing).rejects.toThrow('the vendor failed');
    await settled();
    await end('a', -1);
    await failed;
    expect(out()).toEqual(['b']);
    await end('b', 1);
    expect(await waiting).toBe('b');
  });

  it('is not waited for by what is called off, and nobody behind it is forgotten', async () => {
    const { call, end, settled, out } = account(4);
    const leave = new AbortController();
    const first = call('a', 4);
    const given = expect(call('b', 4, leave.signal)).rejects.toThrow('called off');
    const behind = call('c', 4);
    await settled();
    leave.abort();
    await given;
    expect(out()).toEqual(['a']);
    await end('a', 0);
    expect(out()).toEqual(['c']);
    await end('c', 0);
    expect(await Promise.all([first, behind])).toEqual(['a', 'c']);
  });

  it('is asked for no more often than money comes back', async () => {
    const { call, end, settled, refused } = account(4);
    const calls = Array.from({ length: 10 }, (_, index) => call(String(index), 4));
    await settled();
    expect(refused).toHaveLength(9);
    for (let index = 0; index < 10; index += 1) await end(String(index), 0);
    await Promise.all(calls);
    expect(refused.length).toBeLessThanOrEqual(9 + 9);
  });
});
