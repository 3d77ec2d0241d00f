import { afterEach, expect, it, vi } from 'vitest';
import type { TransactionResult } from '@promptwell/baiql-runtime';
import { temporaryDatabase, type TemporaryDatabase } from '../../../../tests/support/database';
import { createLogger } from '~/core/server/logger.server';
import type { RunStore } from '../store/run-store.server';
import { createRunStore } from '../store/create-run-store.server';
import { createRunRecorder } from './run-recorder.server';

let database: TemporaryDatabase;
afterEach(() => database.close());

it('takes as many lines at once as a script can write, and keeps the newest', async () => {
  const { store, recorder } = await openRun();
  recorder.log(
    Array.from({ length: 300_000 }, (_, index) => ({ atMs: 1, level: 'info', text: `line ${index + 1}` })),
  );
  expect(await turnsDuring(() => recorder.flush())).toBeGreaterThanOrEqual(19);

  const kept = await store.linesAfter('run', 0, 1_000_000);
  expect(kept).toHaveLength(10_000);
  expect(kept.at(-1)?.text).toBe('line 300000');
});

it('takes many long results at once, and keeps each', async () => {
  const { store, recorder } = await openRun();
  const logLines = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1} of many`);
  const results = Array.from({ length: 100 }, (_, index) => resultOf(index + 1, logLines));
  expect(await turnsDuring(() => recorder.checkpoint(results))).toBeGreaterThanOrEqual(5);
  expect(await numbersKept(store)).toEqual(results.map(({ number }) => number));
});

it('keeps what finds no room on the disk, says that it waits, and writes it when there is room', async () => {
  const { store, recorder } = await openRun();
  const pages = Number(database.connection.pragma('page_count', { simple: true }));
  database.connection.pragma(`max_page_count = ${pages}`);
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1} of many`);
  const kept = recorder.checkpoint([resultOf(1, lines), resultOf(2, lines)]);
  await vi.waitFor(() => expect(recorder.diskSpace).toMatchObject({ isWaiting: true, fault: 'disk_full' }));
  expect(await store.loadResults('run', null, 10)).toEqual([]);

  database.connection.pragma('max_page_count = 1000000');
  await kept;
  expect(recorder.diskSpace.isWaiting).toBe(false);
  expect(await numbersKept(store)).toEqual([1, 2]);
});

it('waits for a disk that fails as well, and says that it isn’t full', async () => {
  const { store, recorder } = await openRun();
  database.connection.pragma('query_only = ON');
  const kept = recorder.checkpoint([resultOf(1, [])]);
  await vi.waitFor(() => expect(recorder.diskSpace).toMatchObject({ isWaiting: true, fault: 'disk_failed' }));
  database.connection.pragma('query_only = OFF');
  await kept;
  expect(recorder.diskSpace).toMatchObject({ isWaiting: false, fault: undefined });
  expect(await store.loadResults('run', null, 10)).toHaveLength(1);
});

it('ends its wait for room when the run is to end', async () => {
  const { recorder } = await openRun();
  const pages = Number(database.connection.pragma('page_count', { simple: true }));
  database.connection.pragma(`max_page_count = ${pages}`);
  const kept = recorder.checkpoint([
    resultOf(
      1,
      Array.from({ length: 9_000 }, () => 'a long line'),
    ),
  ]);
  const refused = expect(kept).rejects.toThrow(/full/u);
  await vi.waitFor(() => expect(recorder.diskSpace.isWaiting).toBe(true));
  recorder.stopWaiting();
  await refused;
});

/** Reads results in chunks of limited size. */
async function numbersKept(store: RunStore): Promise<number[]> {
  const numbers: number[] = [];
  for (;;) {
    const found = await store.loadResults('run', { batch: 1, number: numbers.at(-1) ?? 0 }, 1_000);
    if (found.length === 0) return numbers;
    for (const { number, logLines } of found) {
      expect(logLines).toHaveLength(1_000);
      numbers.push(number);
    }
  }
}

async function openRun() {
  database = temporaryDatabase('ada');
  await database.prisma.baiqlExecution.create({
    data: {
      id: 'run',
      userId: 'ada',
      scriptName: 'Chatty',
      script: '',
      plan: '{}',
      planHash: 'h',
      mode: 'EXECUTE',
      status: 'queued',
      createdAt: 1n,
    },
  });
  const store = createRunStore({ ...database, clock: () => 1 });
  const claim = await store.claim('run', 'us', 30_000);
  if (!claim) throw new Error('The run could not be claimed.');
  const log = createLogger('silent');
  return { store, recorder: createRunRecorder({ store, claim, log, onWritten: () => undefined }) };
}

/** Counts how often other work runs meanwhile, including while nothing waits for the database. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isWorking = true;
  const turn = (): void => {
    turns += 1;
    if (isWorking) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isWorking = false;
  return turns;
}

const resultOf = (number: number, logLines: string[]): TransactionResult => ({
  batch: 1,
  number,
  status: 'succeeded',
  label: `row ${number}`,
  prompt: 'Say something.',
  reply: 'Something.',
  failedRuns: [],
  runs: 1,
  inputTokens: 5,
  outputTokens: 2,
  costMicroUsd: 3,
  outputs: [],
  logLines,
});
