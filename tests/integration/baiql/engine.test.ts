import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { RunJob } from '@promptwell/baiql-runtime';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../vendors/behaviour';
import { startOpenAiServer } from '../../vendors/openai-server';
import { expectedAnswer } from '../../vendors/vendor-request';
import type { VendorServer, VendorServerOptions } from '../../vendors/vendor-server';
import { makeWorkplace, peopleTable, startBaiql } from './command';
import { makeBench, memoryStore } from './engine-kit';

let vendor: VendorServer | null = null;
afterEach(async () => {
  await vendor?.close();
  vendor = null;
});

async function startVendor(options: VendorServerOptions = {}): Promise<VendorServer> {
  vendor = await startOpenAiServer(options);
  return vendor;
}

const letters = (limit: string): string => `BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
LIMIT ${limit}
OUTPUT letters.csv
PROMPT "Write to {NAME} in {TOWN}."
RUN
END_BATCH
`;

const lettersTo = (rows: number): object[] =>
  Array.from({ length: rows }, (_, index) => {
    const [Name, Town] = [`Person ${String(index + 1)}`, `Town ${String(index + 1)}`];
    return { Name, Town, reply: expectedAnswer(`Write to ${Name} in ${Town}.`) };
  });

async function readTable(outputRoot: string, name: string): Promise<object[]> {
  const text = await readFile(path.join(outputRoot, name), 'utf8');
  return parse(text, { columns: true, bom: true });
}

const many = (times: number, behaviour: Behaviour): Behaviour[] => Array<Behaviour>(times).fill(behaviour);

const PASSING: readonly [fault: string, behaviours: readonly Behaviour[]][] = [
  [
    'a storm of 429 with Retry-After',
    many(15, { kind: 'status', status: 429, headers: { 'retry-after-ms': '200' } }),
  ],
  ['a storm of 429 without Retry-After @soak', many(15, { kind: 'status', status: 429 })],
  ['500s', many(15, { kind: 'status', status: 500 })],
  ['connections reset before the request is read @soak', many(10, { kind: 'reset', when: 'before-read' })],
  ['connections reset after the request is read', many(10, { kind: 'reset', when: 'after-read' })],
  ['connections reset in the middle of the answer @soak', many(10, { kind: 'reset', when: 'mid-stream' })],
  ['answers that are no JSON @soak', many(5, { kind: 'invalid-json' })],
  ['empty replies', many(5, { kind: 'empty' })],
  ['answers cut short @soak', many(5, { kind: 'truncated' })],
  ['calls that hang @soak', many(5, { kind: 'hang' })],
];

describe('a run, through faults that pass', () => {
  it.each(PASSING)('loses, fails and doubles no row: %s', async (_, behaviours) => {
    const server = await startVendor();
    server.script(...behaviours);
    await using bench = await makeBench(server.baseUrl, { timeouts: { firstByteTimeoutMs: 1_000 } });
    const area = await bench.addUser('ada', { 'people.csv': peopleTable(40) });
    const { store, replies } = memoryStore();

    const outcome = await bench.engine.start(
      bench.job('ada', 'r1', letters('10000 PARALLEL 10')),
      bench.host(store),
    ).done;

    expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: 40, failed: 0 } });
    expect(await readTable(area.outputRoot, 'letters.csv')).toEqual(lettersTo(40));
    expect(replies.size).toBe(40);
    expect(server.log.stats.requests).toBe(40 + behaviours.length);
  });

  it('ends rows that never get through, and no others', async () => {
    const server = await startVendor();
    server.script(...many(3, { kind: 'invalid-json' }));
    await using bench = await makeBench(server.baseUrl);
    await bench.addUser('ada', { 'people.csv': peopleTable(3) });
    const { store, results } = memoryStore();

    const outcome = await bench.engine.start(
      bench.job('ada', 'r1', letters('10000 PARALLEL 1')),
      bench.host(store),
    ).done;

    expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: 2, failed: 1 } });
    expect(results.get('1/1')?.reason).toMatch(/could not be read.*\(Tried 3 times\.\)/u);
  });
});

describe('a run whose worker is killed', () => {
  it('again and again by one of its rows writes what was paid, and names the rest', async () => {
    const server = await startVendor();
    const workers: Worker[] = [];
    const onWorker = (worker: Worker): void => void workers.push(worker);
    process.on('worker', onWorker);
    try {
      await using bench = await makeBench(server.baseUrl);
      const area = await bench.addUser('ada', { 'people.csv': peopleTable(20) });
      const { store, results } = memoryStore();
      const host = bench.host(store);
      const job = bench.job('ada', 'r1', letters('10000 PARALLEL 1'));
      let keptAll: () => void = () => undefined;
      const areKept = new Promise<void>((resolve) => {
        keptAll = resolve;
      });
      const outcome = await bench.engine.start(job, {
        ...host,
        checkpoint: async (group) => {
          await host.checkpoint(group);
          if (results.size === 12) keptAll();
        },
        complete: async (request, signal, received) => {
          if (!request.key.startsWith('r1/1/13/')) return host.complete(request, signal, received);
          await areKept;
          await workers.at(-1)?.terminate();
          return { kind: 'final', message: 'Gone.' };
        },
      }).done;

      expect(outcome).toMatchObject({ status: 'failed', reason: 'worker' });
      expect(await readTable(area.outputRoot, 'letters.csv')).toEqual(lettersTo(12));
      const errors = await readFile(path.join(area.outputRoot, 'letters.csv.errors.csv'), 'utf8');
      expect(errors.trim().split('\r\n')).toHaveLength(1 + 8);
      expect(errors).toContain('13,,Not run. The run ended early. Resume it to continue.');
      expect(server.log.stats.requests).toBe(12);
    } finally {
      process.off('worker', onWorker);
    }
  });

  it('goes on in another, and sends nothing again', async () => {
    const server = await startVendor();
    const workers: Worker[] = [];
    const onWorker = (worker: Worker): void => void workers.push(worker);
    process.on('worker', onWorker);
    try {
      server.script(...many(20, { kind: 'reply' }), ...many(5, { kind: 'reply', hold: 'before' }));
      await using bench = await makeBench(server.baseUrl);
      const area = await bench.addUser('ada', { 'people.csv': peopleTable(60) });
      const { store, replies } = memoryStore();
      const lines: string[] = [];
      const host = bench.host(store, { log: (more) => lines.push(...more.map(({ text }) => text)) });

      const run = bench.engine.start(bench.job('ada', 'r1', letters('10000 PARALLEL 5')), host);
      await server.until((log) => log.stats.held === 5);
      await workers.at(-1)?.terminate();
      server.release();
      const outcome = await run.done;

      expect(outcome).toMatchObject({ status: 'completed', totals: { succeeded: 60, failed: 0 } });
      expect(lines).toContain('This run’s worker stopped unexpectedly; another one has taken over.');
      expect(await readTable(area.outputRoot, 'letters.csv')).toEqual(lettersTo(60));
      expect(replies.size).toBe(60);
      expect(server.log.stats.requests).toBe(60);
    } finally {
      process.off('worker', onWorker);
    }
  });
});

describe('runs of several users', () => {
  it('share a provider: three rows are not kept waiting by two thousand @soak', async () => {
    const server = await startVendor({ latencyMs: 5 });
    await using bench = await makeBench(server.baseUrl, { engine: { maxPerProvider: 4 } });
    await bench.addUser('ada', { 'people.csv': peopleTable(2_000) });
    await bench.addUser('bob', { 'people.csv': peopleTable(3) });
    const [long, short] = [memoryStore(), memoryStore()];

    const big = bench.engine.start(
      bench.job('ada', 'big', letters('10000 PARALLEL 50')),
      bench.host(long.store),
    );
    await server.until((log) => log.stats.answered >= 20);
    const small = await bench.engine.start(
      bench.job('bob', 'small', letters('10000')),
      bench.host(short.store),
    ).done;
    const answeredMeanwhile = server.log.stats.answered;
    big.cancel();
    const ended = await big.done;

    expect(small).toMatchObject({ status: 'completed', totals: { succeeded: 3 } });
    expect(answeredMeanwhile).toBeLessThan(2_000);
    expect(ended).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect(ended.totals.succeeded).toBe(long.replies.size);
  });
});

const scores = (run: string): string => `BATCH_START
LOAD people.csv AS FILE
MODEL mock-small
LIMIT 10000 PARALLEL 1
ERROR RETRY 3
OUTPUT scores.csv FORMAT json
PROMPT "Score it."
${run}
END_BATCH
`;

describe.each(['RUN', 'RUN CACHE'])('a bad reply, with %s', (command) => {
  it('is asked again, by ERROR RETRY and by a later round, and each is paid once', async () => {
    const server = await startVendor();
    await using bench = await makeBench(server.baseUrl);
    const area = await bench.addUser('ada', { 'people.csv': 'Name\nAnn\n' });
    const { store, replies } = memoryStore();
    const bad: Behaviour = { kind: 'reply', text: 'Seventeen.' };
    const round = (more: Partial<RunJob>) =>
      bench.engine.start(bench.job('ada', 'r1', scores(command), more), bench.host(store)).done;

    server.script(...many(4, bad));
    expect(await round({})).toMatchObject({ totals: { succeeded: 0, failed: 1 } });
    expect(server.log.stats.requests).toBe(4);

    server.script(bad, { kind: 'reply', text: '{"score": 17}' });
    expect(await round({ continue: 'retry-failed' })).toMatchObject({ totals: { succeeded: 1, failed: 0 } });
    expect(server.log.stats.requests).toBe(6);
    expect(replies.size).toBe(6);
    expect(await readTable(area.outputRoot, 'scores.csv')).toEqual([{ Name: 'Ann', score: '17' }]);
  });
});

describe('identical requests', () => {
  it('are sent once in a run, however many rows ask at the same time', async () => {
    const server = await startVendor({ latencyMs: 20 });
    await using bench = await makeBench(server.baseUrl);
    const rows = `Name,Town\n${'Ann,Cork\n'.repeat(20)}`;
    await bench.addUser('ada', { 'people.csv': rows });
    const { store } = memoryStore();

    const outcome = await bench.engine.start(
      bench.job('ada', 'r1', letters('10000 PARALLEL 10')),
      bench.host(store),
    ).done;

    expect(outcome.totals).toMatchObject({ succeeded: 20 });
    expect(server.log.stats.requests).toBe(1);
  });

  it('count once in the summary of the command, which says what was sent @soak', async () => {
    const server = await startVendor();
    const tokensOf = async (rows: number): Promise<number | undefined> => {
      const files = { 'people.csv': `Name,Town\n${'Ann,Cork\n'.repeat(rows)}` };
      await using place = await makeWorkplace(letters('PARALLEL 1'), files);
      const args = [...place.args, '--base-url', server.baseUrl, '--model', 'mock-small'];
      return (await startBaiql(args).finished).summary?.inputTokens;
    };
    const once = await tokensOf(1);
    expect(once).toBeGreaterThan(0);
    expect(await tokensOf(20)).toBe(once);
  });

  it('are all sent where the script says NOCACHE', async () => {
    const server = await startVendor();
    await using bench = await makeBench(server.baseUrl);
    await bench.addUser('ada', { 'people.csv': `Name,Town\n${'Ann,Cork\n'.repeat(20)}` });
    const script = letters('10000 PARALLEL 10').replace('\nRUN', '\nRUN NOCACHE');

    await bench.engine.start(bench.job('ada', 'r1', script), bench.host(memoryStore().store)).done;

    expect(server.log.stats.requests).toBe(20);
  });
});
