import { describe, expect, it } from 'vitest';
import { runScript } from '../test-support/run-script.js';

describe('RUNs', () => {
  it('have a key that says which RUN it is, counting retries of the script', async () => {
    const outcome = await runScript('STEP\nPROMPT "a"\nRUN RETRY 2\nSTEP\nRUN', {
      replies: [{ failed: 'no' }, { failed: 'no' }, 'yes'],
    });
    expect(outcome.asks.map(({ key }) => key)).toEqual([
      'x/1/1/1/0/0/1',
      'x/1/1/1/0/0/2',
      'x/1/1/1/0/0/3',
      'x/1/1/2/0/1/1',
    ]);
    expect(outcome.kept).toEqual(['x/1/1/1/0/0/1', 'x/1/1/1/0/0/2']);
    expect(outcome.result).toMatchObject({ status: 'succeeded', runs: 2, inputTokens: 20, costMicroUsd: 14 });
  });

  it('do not send again what failed before a crash', async () => {
    const outcome = await runScript('PROMPT "a"\nRUN RETRY 2', {
      failedBefore: { 1: 'no' },
      replies: ['yes'],
    });
    expect(outcome.asks.map(({ key }) => key)).toEqual(['x/1/1/0/0/0/2']);
    expect(outcome.result.status).toBe('succeeded');
  });

  it('use new keys for what failed in an earlier round, and keep its cost', async () => {
    const first = await runScript('PROMPT "a"\nRUN\nOUTPUT o.csv FORMAT json', { replies: ['no JSON'] });
    expect(first.result).toMatchObject({ status: 'failed', failedRuns: ['0/0/1'], costMicroUsd: 7 });
    const second = await runScript('PROMPT "a"\nRUN\nOUTPUT o.csv FORMAT json', {
      replies: ['{"a": 1}'],
      earlier: first.result,
    });
    expect(second.asks.map(({ key }) => key)).toEqual(['x/1/1/0/0/0/2']);
    expect(second.result).toMatchObject({ status: 'succeeded', costMicroUsd: 14, inputTokens: 20 });
  });

  it('have other keys in another branch, and the same ones again after it', async () => {
    const body = `IF HOUR < 12
  PROMPT "morning"
  RUN
  PROMPT "more of the morning"
ELSE
  PROMPT "afternoon"
END_IF
RUN
PROMPT "last"
RUN`;
    const keysAt = async (hour: number): Promise<string[]> => {
      const { asks } = await runScript(`GET HOUR FROM COL 1\n${body}`, { row: { Hour: String(hour) } });
      return asks.map(({ key }) => key);
    };
    const [morning, afternoon] = [await keysAt(9), await keysAt(15)];
    expect(morning).toEqual(['x/1/1/0/0/0/1', 'x/1/1/0/1/1/1', 'x/1/1/0/3/2/1']);
    expect(afternoon).toEqual(['x/1/1/0/2/1/1', 'x/1/1/0/3/2/1']);
  });

  it('have keys of their own in each turn of a loop, whatever was done in the turns before', async () => {
    const body = 'LOOP 3\nIF LOOPCT > FIRST\nPROMPT "{LOOPCT}"\nRUN\nEND_IF\nEND_LOOP\nRUN';
    const asksFrom = async (first: number): Promise<[string, string][]> => {
      const { asks } = await runScript(`GET FIRST FROM COL 1\n${body}`, { row: { First: String(first) } });
      return asks.map(({ key, prompt }) => [key, prompt]);
    };
    const [all, last] = [await asksFrom(0), await asksFrom(2)];
    expect(all).toEqual([
      ['x/1/1/0/0/0/t1/1', '1'],
      ['x/1/1/0/0/0/t2/1', '2'],
      ['x/1/1/0/0/0/t3/1', '3'],
      ['x/1/1/0/0/1/1', '0'],
    ]);
    expect(last).toEqual(all.slice(2));
  });

  it('have keys of a bounded length in the deepest loops', async () => {
    const deep = 90;
    const body = `${'LOOP 1\n'.repeat(deep)}PROMPT "a"\nRUN\n${'END_LOOP\n'.repeat(deep)}`;
    const { asks } = await runScript(body);
    expect(asks.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^x\/1\/1\/0\/0\/0\/t[0-9a-f]{16}\/1$/u),
    ]);
  });

  it('have keys without turns in a run that began with these', async () => {
    const { asks } = await runScript('LOOP 2\nPROMPT "a"\nRUN\nEND_LOOP', { keyVersion: 2 });
    expect(asks.map(({ key }) => key)).toEqual(['x/1/1/0/0/0/1', 'x/1/1/0/0/0/2']);
  });

  it('have the keys of the first version in a run that began with these', async () => {
    const script = 'STEP\nPROMPT "a"\nRUN\nPROMPT "b"\nRUN RETRY 2';
    const replies = ['yes', { failed: 'no' }, { failed: 'no' }, { failed: 'no' }];
    const first = await runScript(script, { keyVersion: 1, replies });
    expect(first.asks.map(({ key }) => key)).toEqual(['x/1/1/1/1', 'x/1/1/1/2', 'x/1/1/1/3', 'x/1/1/1/4']);
    const earlier = { ...first.result, failedRuns: [2, 3, 4] };
    const second = await runScript(script, { keyVersion: 1, earlier });
    expect(second.asks.map(({ key }) => key)).toEqual(['x/1/1/1/1', 'x/1/1/1/5']);
  });
});
