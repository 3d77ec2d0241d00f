import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TransactionResult } from '../records.js';
import { createCheckpoints } from './checkpoints.js';

const resultOf = (number: number, reply = ''): TransactionResult => ({
  batch: 1,
  number,
  status: 'succeeded',
  label: String(number),
  prompt: '',
  reply,
  failedRuns: [],
  runs: 1,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
  outputs: [],
  logLines: [],
});

/** Adds results as quickly as they are taken, while the first group is being kept. */
async function addUntilHeldUp(reply: string) {
  const groups: number[] = [];
  let keepOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    keepOn = resolve;
  });
  const checkpoints = createCheckpoints(
    async (group) => {
      groups.push(group.length);
      await held;
    },
    () => undefined,
  );
  let added = 0;
  const adding = (async () => {
    for (; added < 5_000; added += 1) await checkpoints.add(resultOf(added + 1, reply));
  })();
  let heldUpAt: number;
  do {
    heldUpAt = added;
    await setImmediate();
  } while (heldUpAt !== added);
  keepOn();
  await adding;
  await checkpoints.flush();
  return { heldUpAt, groups };
}

describe('checkpoints that are slower than the results', () => {
  it('hold the results up, and keep all of them in the end', async () => {
    const { heldUpAt, groups } = await addUntilHeldUp('');
    expect(heldUpAt).toBe(1_000);
    expect(groups.reduce((sum, length) => sum + length, 0)).toBe(5_000);
  });

  it('count what long results take', async () => {
    const { heldUpAt } = await addUntilHeldUp('x'.repeat(100_000));
    expect(heldUpAt).toBe(80);
  });

  it('tell of a failure, and hold nobody up after it', async () => {
    const failures: unknown[] = [];
    const checkpoints = createCheckpoints(
      () => Promise.reject(new Error('The disk is full.')),
      (error) => {
        failures.push(error);
      },
    );
    for (let number = 1; number <= 1_500; number += 1) await checkpoints.add(resultOf(number));
    expect(failures[0]).toEqual(new Error('The disk is full.'));
    await expect(checkpoints.flush()).rejects.toThrow('The disk is full.');
  });
});
