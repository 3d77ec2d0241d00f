import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../engine/create-engine.js';
import type { Engine, RunJob } from '../job.js';
import type { TransactionResult } from '../records.js';
import { echo, failedBefore, jobOf, makeHost, PRICED, remembering } from '../test-support/engine-host.js';

// A run that continues: after a trial, a stop or a restart, and when failed transactions are retried.

let engine: Engine;
beforeAll(() => {
  engine = createEngine({ maxWorkers: 1 });
});
afterAll(() => engine.close());

describe('what failed, run again', () => {
  it('takes no more memory for many transactions than for few @soak', async () => {
    const small = createEngine({ maxWorkers: 1, workerMemoryMb: 64 });
    onTestFinished(() => small.close());
    const keys = new Set<string>();
    const host = makeHost({
      ...failedBefore(12_000),
      complete: ({ key }) => {
        keys.add(key);
        return Promise.resolve({
          kind: 'reply',
          text: 'Done.',
          inputTokens: 1,
          outputTokens: 1,
          costMicroUsd: null,
          replayed: false,
        });
      },
    });
    const job = await jobOf('BATCH_START\nLOAD many.csv AS FILE\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n', {
      'many.csv': `Name\n${'Ann\n'.repeat(12_000)}`,
    });
    const outcome = await small.start({ ...job, continue: 'retry-failed' }, host).done;
    expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: 12_000, failed: 0 } });
    // Each was sent under a key of its own, and none under the failed one.
    expect(keys.size).toBe(12_000);
    expect([...keys].every((key) => key.endsWith('/2'))).toBe(true);
  });

  it('is not run a third time when the round goes on after a restart', async () => {
    const asked: string[] = [];
    const ended: TransactionResult[] = [];
    const before = failedBefore(3);
    const host = makeHost({
      ...before,
      complete: ({ prompt }) => {
        asked.push(prompt);
        return Promise.resolve({ kind: 'final', message: 'Refused.' });
      },
      checkpoint: (group) => Promise.resolve(void ended.push(...group)),
      loadResults: async (after, limit) =>
        (await before.loadResults(after, limit)).map(
          (result) => ended.find(({ number }) => number === result.number) ?? result,
        ),
    });
    const script = 'BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n';
    const job = await jobOf(script, { 'rows.csv': 'Name\nAnn\nBen\nCem\n' });
    const retry = { ...job, continue: 'retry-failed' } as const;
    const first = await engine.start({ ...retry, round: 1 }, host).done;
    expect(first.totals).toMatchObject({ failed: 3 });
    const restarted = await engine.start({ ...retry, round: 1 }, host).done;
    expect(restarted).toMatchObject({ status: 'completed', totals: { failed: 3 } });
    expect(asked).toHaveLength(3);
    await engine.start({ ...retry, round: 2 }, host).done;
    expect(asked).toHaveLength(6);
  });

  it('leaves what it has not come to as it was', async () => {
    const results: string[] = [];
    const host = makeHost({
      ...failedBefore(3),
      complete: () => Promise.resolve({ kind: 'stop', reason: 'funds', message: 'No money.' }),
      checkpoint: (group) => Promise.resolve(void results.push(...group.map(({ label }) => label))),
    });
    const job = await jobOf('BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n', {
      'rows.csv': 'Name\nAnn\nBen\nCem\n',
    });
    const outcome = await engine.start({ ...job, continue: 'retry-failed' }, host).done;
    expect(outcome).toMatchObject({ status: 'failed', reason: 'funds', totals: { failed: 3, succeeded: 0 } });
    expect(results).toEqual([]);
  });

  it('does not count what it had paid before against LIMIT COST a second time', async () => {
    const script = `BATCH_START
LOAD rows.csv AS FILE
LIMIT PARALLEL 1 COST 0.0001
STEP
PROMPT "First {NAME}"
RUN
STEP
PROMPT "Then {INPUT}"
RUN
END_BATCH
`;
    const { loadMemo, loadResults } = failedBefore(2);
    const host = makeHost({
      loadMemo,
      loadResults: async (after, limit) =>
        (await loadResults(after, limit)).map((result) => ({
          ...result,
          failedRuns: ['1/1/1'],
          costMicroUsd: 40,
        })),
      findModel: () => Promise.resolve(PRICED),
      quote: () => Promise.resolve({ inputTokens: 1, maxCostMicroUsd: 10 }),
      complete: ({ prompt }) => {
        const replayed = prompt.startsWith('First');
        const costMicroUsd = replayed ? 40 : 10;
        const text = 'Done.';
        return Promise.resolve({
          kind: 'reply',
          text,
          inputTokens: 1,
          outputTokens: 1,
          costMicroUsd,
          replayed,
        });
      },
    });
    const job: RunJob = { ...(await jobOf(script)), continue: 'retry-failed' };
    expect(await engine.start(job, host).done).toMatchObject({
      status: 'completed',
      totals: { succeeded: 2, costMicroUsd: 100 },
    });
  });
});

describe('OPTIMIZE', () => {
  it('is part of what a run has cost also when it goes on', async () => {
    const host = makeHost({
      ...remembering(),
      findModel: () => Promise.resolve(PRICED),
      complete: echo(10),
    });
    const job = await jobOf('BATCH_START\nLOAD rows.csv AS FILE\nPROMPT "{NAME}" OPTIMIZE\nRUN\nEND_BATCH\n');
    const parts = [
      { ...job, first: 1 },
      { ...job, continue: 'resume' as const },
      { ...job, continue: 'retry-failed' as const },
    ];
    const costs: (number | null)[] = [];
    for (const part of parts) costs.push((await engine.start(part, host).done).totals.costMicroUsd);
    expect(costs).toEqual([20, 30, 30]);
  });
});

describe('MAKE_LOG before all batches', () => {
  it('keeps the lines of each, in their order, also when one of them is done again', async () => {
    const script = `MAKE_LOG run.log
BATCH_START
LOAD rows.csv AS FILE
WRITE_LOG "one {NAME}"
PROMPT "{NAME}"
RUN
END_BATCH
BATCH_START
LOAD rows.csv AS FILE
WRITE_LOG "two {NAME}"
END_BATCH
`;
    let refused = true;
    const host = makeHost({
      ...remembering(),
      complete: ({ prompt: text }) =>
        Promise.resolve(
          refused && text === 'Ben'
            ? { kind: 'final', message: 'Refused.' }
            : { kind: 'reply', text, inputTokens: 1, outputTokens: 1, costMicroUsd: null, replayed: false },
        ),
    });
    const job = await jobOf(script);
    const log = () => readFile(path.join(job.area.outputRoot, 'run.log'), 'utf8');
    await engine.start(job, host).done;
    expect(await log()).toBe('one Ann\none Ben\ntwo Ann\ntwo Ben\n');
    refused = false;
    const again = await engine.start({ ...job, continue: 'retry-failed' }, host).done;
    expect(again.totals).toMatchObject({ succeeded: 4, failed: 0 });
    expect(await log()).toBe('one Ann\none Ben\ntwo Ann\ntwo Ben\n');
  });
});
