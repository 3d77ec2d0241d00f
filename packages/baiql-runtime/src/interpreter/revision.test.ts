import { describe, expect, it } from 'vitest';
import { runScript } from '../test-support/run-script.js';
import type { Revision, TransactionResult } from '../records.js';

const ROW = { NAME: 'Ada' };
const ONE = 'PROMPT "Greet {NAME}."\nRUN\nOUTPUT "o.txt"';
const TWO = 'STEP\nPROMPT "Greet {NAME}."\nRUN\nSTEP\nPROMPT "Shorten {INPUT}."\nRUN\nOUTPUT "o.txt"';

/** An ended transaction with a user's requested changes. */
async function ended(body: string, reply: string | null, replies: string[]): Promise<TransactionResult> {
  const { result } = await runScript(body, { row: ROW, replies });
  const revision: Revision = { run: result.lastRun ?? '', reply };
  return { ...result, costMicroUsd: 7, revision };
}

describe('a reply by hand', () => {
  it('takes the place of the last one, sends nothing, and costs nothing more', async () => {
    const earlier = await ended(ONE, 'By hand.', ['Hello.']);
    const { asks, reply, result } = await runScript(ONE, { row: ROW, earlier });
    expect(asks).toEqual([]);
    expect(reply).toBe('By hand.');
    expect(result).toMatchObject({ status: 'succeeded', costMicroUsd: 7, lastRun: earlier.lastRun });
  });

  it('of a later step asks for the earlier ones only what is stored', async () => {
    const earlier = await ended(TWO, 'Short.', ['Hello.', 'Hi.']);
    const { asks, reply } = await runScript(TWO, { row: ROW, earlier, replies: ['Hello.'] });
    expect(asks.map(({ onlyStored, prompt }) => [onlyStored, prompt])).toEqual([[true, 'Greet Ada.']]);
    expect(reply).toBe('Short.');
  });

  it('mends a reply that was refused', async () => {
    const body = ONE.replace('"o.txt"', '"o.csv" FORMAT json FIELDS score');
    const earlier = await ended(body, '{"score": 1}', ['Hello.']);
    expect(earlier.status).toBe('failed');
    const { asks, result } = await runScript(body, { row: ROW, earlier });
    expect(asks).toEqual([]);
    expect(result.status).toBe('succeeded');
  });
});

describe('a reply that is to be asked for again', () => {
  it('is sent under a new key, whatever is stored for others like it', async () => {
    const earlier = await ended(ONE, null, ['Hello.']);
    const { asks, reply, result } = await runScript(ONE, { row: ROW, earlier, replies: ['Good day.'] });
    expect(asks).toMatchObject([{ reuse: 'none' }]);
    expect(asks[0]?.onlyStored).toBeUndefined();
    expect(asks[0]?.key.endsWith(`/${earlier.lastRun ?? ''}`)).toBe(false);
    expect(reply).toBe('Good day.');
    expect(result.failedRuns).toContain(earlier.lastRun);
  });

  it('goes on under the same new key after a crash, so that it is paid once', async () => {
    const earlier = await ended(TWO, null, ['Hello.', 'Hi.']);
    const [first, again] = [
      await runScript(TWO, { row: ROW, earlier, replies: ['Hello.', 'Hey.'] }),
      await runScript(TWO, { row: ROW, earlier, replies: ['Hello.', 'Hey.'] }),
    ];
    expect(again.asks.map(({ key }) => key)).toEqual(first.asks.map(({ key }) => key));
    expect(first.asks.map(({ onlyStored, reuse }) => [onlyStored, reuse])).toEqual([
      [true, 'run'],
      [undefined, 'none'],
    ]);
  });
});
