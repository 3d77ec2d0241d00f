import { NO_TOTALS, type TransactionResult } from '@promptwell/baiql-runtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppDatabase } from '~/core/db/app-database';
import { temporaryDatabase } from '../../../../tests/support/database';
import { DATABASES, useDatabases } from '../../../../tests/support/both-databases';
import { describeRun } from '../runs/read-runs.server';
import type { RunStore, RunWrite } from './run-store.server';
import { createRunStore } from './create-run-store.server';

const NOTHING: RunWrite = { results: [], lines: [], replies: [], corrections: [], totals: null, memo: null };
const LEASE_MS = 1_000;
const RUN = { id: 'run-1', userId: 'ada' };

const openDatabase = useDatabases();
let database: AppDatabase;
let store: RunStore;
let nowMs: number;

async function makeRun(id: string): Promise<void> {
  await database.prisma.baiqlExecution.create({
    data: {
      id,
      userId: 'ada',
      scriptName: 'Test',
      script: '',
      plan: '{}',
      planHash: '',
      mode: 'EXECUTE',
      status: 'queued',
      createdAt: BigInt(nowMs),
    },
  });
}

async function claim(owner: string) {
  const made = await store.claim('run-1', owner, nowMs + LEASE_MS);
  if (!made) throw new Error('The run could not be claimed.');
  return made;
}

const runRow = () => database.prisma.baiqlExecution.findUniqueOrThrow({ where: { id: 'run-1' } });

const result = (number: number, reply = `reply ${number}`): TransactionResult => ({
  batch: 1,
  number,
  status: 'succeeded',
  label: `row ${number}`,
  prompt: 'p',
  reply,
  failedRuns: [],
  runs: 1,
  inputTokens: 3,
  outputTokens: 4,
  costMicroUsd: 7,
  outputs: [],
  logLines: ['said'],
  globals: { TOTAL: number },
});

describe.each(DATABASES)('on %s', (name) => {
  beforeEach(async () => {
    nowMs = 1_000_000;
    database = await openDatabase(name, 'ada');
    store = createRunStore({ ...database, clock: () => nowMs });
    await makeRun('run-1');
  });
  afterEach(() => database.close());

  describe('a lease', () => {
    it('belongs to one claimer until it runs out', async () => {
      await claim('first');
      expect(await store.claim('run-1', 'second', nowMs + LEASE_MS)).toBeNull();
      expect(await store.waiting()).toEqual([]);
      nowMs += LEASE_MS + 1;
      expect(await store.waiting()).toEqual(['run-1']);
      expect((await claim('second')).token).toBe(2);
    });

    it('that has passed on refuses whatever its earlier holder still writes, and keeps nothing of it', async () => {
      const earlier = await claim('first');
      await store.write(earlier, { ...NOTHING, results: [result(1)] });
      nowMs += LEASE_MS + 1;
      const later = await claim('second');
      const write = {
        ...NOTHING,
        results: [result(2)],
        lines: [{ atMs: 1, level: 'info' as const, text: 'late' }],
      };
      await expect(store.write(earlier, write)).rejects.toThrow('taken this run over');
      await expect(store.markRunning(earlier)).rejects.toThrow('taken this run over');
      expect(await store.renew([earlier], nowMs + LEASE_MS)).toEqual([]);
      expect(await store.renew([later], nowMs + LEASE_MS)).toEqual([later]);
      expect((await store.loadResults('run-1', null, 10)).map(({ number }) => number)).toEqual([1]);
      expect(await store.linesAfter('run-1', 0, 10)).toEqual([]);
    });

    it('of the same owner, claimed anew, refuses the earlier claim as well', async () => {
      const earlier = await claim('first');
      nowMs += LEASE_MS + 1;
      await claim('first');
      await expect(store.write(earlier, NOTHING)).rejects.toThrow('taken this run over');
    });

    it('that was given back, or left behind by a process that is gone, is free at once', async () => {
      await store.releaseLease(await claim('first'));
      expect(await store.waiting()).toEqual(['run-1']);
      await claim('first');
      expect(await store.releaseOtherLeases('second')).toEqual({ left: [RUN], setAside: 0 });
      expect(await store.waiting()).toEqual(['run-1']);
    });

    it('left behind twice in a row by a run at work sets the run aside for its owner', async () => {
      await store.markRunning(await claim('first'));
      expect(await store.releaseOtherLeases('second')).toEqual({ left: [RUN], setAside: 0 });
      await claim('second');
      expect(await store.releaseOtherLeases('third')).toEqual({ left: [RUN], setAside: 1 });
      expect(await runRow()).toMatchObject({ status: 'failed', reason: 'interrupted', unexpectedEnds: 0 });
      // Its results are written once: if they cause the crash, writing them again would too.
      expect(await store.waiting()).toEqual(['run-1']);
      await claim('third');
      await store.releaseOtherLeases('fourth');
      expect(await store.waiting()).toEqual([]);
    });

    it('left behind again and again by a run that gets on sets nothing aside, and its cost is what was charged', async () => {
      for (const number of [1, 2, 3, 4, 5, 6]) {
        const owner = await claim(`owner-${number}`);
        await store.markRunning(owner);
        await store.write(owner, { ...NOTHING, results: [result(number)] });
        expect(await store.releaseOtherLeases('next')).toEqual({ left: [RUN], setAside: 0 });
        await store.countCharges('run-1', number * 10);
        expect(await runRow()).toMatchObject({ status: 'running', cost: BigInt(number * 10) });
      }
      await store.countCharges('run-1', 5);
      expect(await runRow()).toMatchObject({ cost: 60n });
    });

    it('of a run whose files alone are written leaves it what it was', async () => {
      await database.prisma.baiqlExecution.update({
        where: { id: 'run-1' },
        data: {
          status: 'failed',
          reason: 'cancelled',
          message: 'Canceled.',
          continueAs: 'write',
          succeeded: 3,
        },
      });
      const own = await claim('first');
      const file = { path: '/data/output/a/b.csv', sizeBytes: 9, modifiedMs: 1.5, isKept: true };
      await store.recordFiles(own, [{ ...file, isWhole: false }], []);
      await store.finish(own, {
        status: 'completed',
        reason: null,
        message: null,
        totals: NO_TOTALS,
        outputs: [file],
      });
      const row = await runRow();
      expect(row).toMatchObject({
        status: 'failed',
        reason: 'cancelled',
        continueAs: 'resume',
        succeeded: 3,
      });
      expect(describeRun(row).outputs).toEqual([{ path: file.path, size: 9, isKept: true }]);
      expect(await store.filesIn('ada', '/data/output/a/')).toMatchObject([
        { executionId: 'run-1', path: file.path, sizeBytes: 9, modifiedMs: 1.5 },
      ]);
    });

    it('left behind twice, with an end in order between, sets nothing aside', async () => {
      await store.markRunning(await claim('first'));
      await store.releaseOtherLeases('second');
      await store.releaseLease(await claim('second'));
      await claim('third');
      expect(await store.releaseOtherLeases('fourth')).toEqual({ left: [RUN], setAside: 0 });
    });

    it('left behind twice by a run that waited for its turn sets nothing aside', async () => {
      for (const owner of ['first', 'second', 'third']) {
        await claim(owner);
        expect(await store.releaseOtherLeases('next')).toEqual({ left: [RUN], setAside: 0 });
      }
    });

    it('cannot be had of a run that has ended', async () => {
      const own = await claim('first');
      const totals = {
        total: 2,
        succeeded: 1,
        failed: 1,
        skipped: 0,
        cutOff: 0,
        reused: 0,
        inputTokens: 6,
        outputTokens: 8,
        costMicroUsd: 14,
      };
      await store.finish(own, { status: 'completed', reason: null, message: null, totals, outputs: [] });
      expect(await store.claim('run-1', 'second', nowMs + LEASE_MS)).toBeNull();
      expect(await database.prisma.baiqlExecution.findUnique({ where: { id: 'run-1' } })).toMatchObject({
        status: 'completed',
        total: 2,
        cost: 14n,
        leaseOwner: null,
      });
    });
  });

  describe('the time of a run', () => {
    const TRIAL = {
      status: 'completed',
      reason: 'trial',
      message: null,
      totals: NO_TOTALS,
      outputs: [],
    } as const;
    const setQueued = () =>
      database.prisma.baiqlExecution.update({
        where: { id: 'run-1' },
        data: { status: 'queued', finishedAt: null },
      });

    it('is that in which it worked: neither the wait for its turn nor the time between its parts', async () => {
      for (const part of [20_000, 5_000]) {
        const own = await claim('first');
        nowMs += 1_000;
        await store.markRunning(own);
        nowMs += part;
        await store.finish(own, TRIAL);
        expect((await runRow()).workingSince).toBeNull();
        nowMs += 3_600_000;
        await setQueued();
      }
      expect((await runRow()).workedMs).toBe(25_000n);
    });

    it('ends when it is cancelled, however long its last calls take', async () => {
      const own = await claim('first');
      await store.markRunning(own);
      nowMs += 4_000;
      await database.prisma.baiqlExecution.update({
        where: { id: 'run-1' },
        data: { status: 'failed', reason: 'cancelled', finishedAt: BigInt(nowMs) },
      });
      nowMs += 30_000;
      expect(describeRun(await runRow())).toMatchObject({ workedMs: 4_000, workingSince: null });
      await store.renew([own], nowMs + LEASE_MS);
      await store.finish(own, { ...TRIAL, reason: null });
      expect((await runRow()).workedMs).toBe(4_000n);
    });

    it('leaves out the time in which the server was down, ended in order or not', async () => {
      const own = await claim('first');
      await store.markRunning(own);
      nowMs += 700;
      await store.renew([own], nowMs + LEASE_MS);
      nowMs += 3_600_000;
      await store.releaseOtherLeases('second');
      const later = await claim('second');
      await store.markRunning(later);
      nowMs += 200;
      await store.releaseLease(later);
      nowMs += 3_600_000;
      const last = await claim('third');
      await store.markRunning(last);
      nowMs += 100;
      expect(describeRun(await runRow())).toMatchObject({
        workedMs: 900,
        workingSince: new Date(nowMs - 100).toISOString(),
      });
      await store.finish(last, { ...TRIAL, reason: null });
      expect((await runRow()).workedMs).toBe(1_000n);
    });
  });

  describe('the files of a run', () => {
    it('stay listed when a later part of it stops before it wrote them anew', async () => {
      const totals = NO_TOTALS;
      const ending = { message: null, totals };
      const marks = { path: '/data/output/marks.csv', sizeBytes: 10 };
      const errors = { path: '/data/output/errors.csv', sizeBytes: 20 };
      const parts = [
        { status: 'completed', reason: null, outputs: [marks, errors], listed: [marks, errors] },
        { status: 'failed', reason: 'source', outputs: [], listed: [marks, errors] },
        {
          status: 'failed',
          reason: 'cancelled',
          outputs: [{ ...marks, sizeBytes: 15 }],
          listed: [{ ...marks, sizeBytes: 15 }, errors],
        },
        { status: 'completed', reason: null, outputs: [marks], listed: [marks] },
      ] as const;
      for (const { status, reason, outputs, listed } of parts) {
        await database.prisma.baiqlExecution.update({
          where: { id: 'run-1' },
          data: { status: 'queued', finishedAt: null },
        });
        await store.finish(await claim('first'), { status, reason, outputs, ...ending });
        expect(JSON.parse((await runRow()).outputs)).toEqual(listed);
      }
    });
  });

  describe('a checkpoint', () => {
    it('of long results is given back in pages that a worker can hold, and none is left out', async () => {
      const own = await claim('first');
      const results = [1, 2, 3, 4, 5].map((number) => ({ ...result(number), reply: 'x'.repeat(3_000_000) }));
      await store.write(own, { ...NOTHING, results });
      const pages: number[][] = [];
      for (let after = { batch: 0, number: 0 }; ;) {
        const page = await store.loadResults('run-1', after, 500);
        if (page.length === 0) break;
        pages.push(page.map(({ number }) => number));
        after = page.at(-1) ?? after;
      }
      expect(pages).toEqual([
        [1, 2, 3],
        [4, 5],
      ]);
    });

    it('gives back what it was given, in order, page by page', async () => {
      const own = await claim('first');
      const results = [3, 1, 2].map((number) => result(number));
      await store.write(own, { ...NOTHING, results });
      expect(await store.loadResults('run-1', null, 2)).toEqual([result(1), result(2)]);
      expect(await store.loadResults('run-1', { batch: 1, number: 2 }, 2)).toEqual([result(3)]);
      expect(await store.loadResults('run-1', { batch: 1, number: 3 }, 2)).toEqual([]);
    });

    it('puts a later result of a transaction in the place of the earlier one', async () => {
      const own = await claim('first');
      await store.write(own, { ...NOTHING, results: [result(1, 'first')] });
      await store.write(own, { ...NOTHING, results: [result(1, 'second')] });
      expect(await store.loadResults('run-1', null, 10)).toEqual([result(1, 'second')]);
    });

    it('is narrowed to what is not as expected, was cut off, or nobody has reviewed', async () => {
      const own = await claim('first');
      const expects = [{ label: 'P > 0', model: 'm', isMet: false }];
      const results = [{ ...result(1), expects, isUnmet: true }, { ...result(2), isCutOff: true }, result(3)];
      await store.write(own, { ...NOTHING, results });
      await store.finish(own, {
        status: 'completed',
        reason: null,
        message: null,
        totals: NO_TOTALS,
        outputs: [],
      });
      const review = { verdict: 'accepted', isPending: false, run: '', text: '', original: '' } as const;
      await store.saveReview({ ...review, executionId: 'run-1', batch: 1, number: 3 });
      const page = { executionId: 'run-1', after: { batch: 0, number: 0 }, skip: 0, limit: 10 };
      const numbersOf = async (status: 'unmet' | 'cut-off' | 'unseen') =>
        (await store.items({ ...page, status })).map(({ number }) => number);
      expect(await numbersOf('unmet')).toEqual([1]);
      expect(await numbersOf('cut-off')).toEqual([2]);
      expect(await numbersOf('unseen')).toEqual([1, 2]);
      expect(await store.countItems('run-1', 'unseen')).toBe(2);
      expect((await store.items({ ...page, status: 'unmet' }))[0]?.expects).toEqual(expects);
    });

    it('keeps the newest lines of a log, numbered on without a gap', async () => {
      const own = await claim('first');
      const line = (text: string) => ({ atMs: 5, level: 'info' as const, text });
      await store.write(own, {
        ...NOTHING,
        lines: Array.from({ length: 9_999 }, (_, index) => line(`${index}`)),
      });
      await store.write(own, { ...NOTHING, lines: [line('x'.repeat(5_000)), line('last')] });
      expect(await store.lastLineNumber('run-1')).toBe(10_001);
      const kept = await store.linesAfter('run-1', 0, 20_000);
      expect(kept).toHaveLength(10_000);
      expect(kept[0]?.number).toBe(2);
      expect(kept.at(-2)?.text).toHaveLength(2_000);
      expect(kept.at(-1)).toEqual({ number: 10_001, atMs: 5, level: 'info', text: 'last' });
    });
  });

  describe('a reply that could not be used', () => {
    const reply = (key: string, text: string) => ({
      key: `run-1/${key}`,
      executionId: 'run-1',
      userId: 'ada',
      fingerprint: 'f',
      taskHash: '',
      text,
      inputTokens: 1,
      outputTokens: 1,
      costMicroUsd: 1,
      isCopy: false,
    });
    const same = (scope: 'run' | 'any') =>
      store.replyToSame({ scope, executionId: 'run-1', userId: 'ada', fingerprint: 'f' });

    it('answers its own key alone, and so do its copies; another reply to the same request is kept', async () => {
      const mine = await claim('first');
      const [bad, copy, good] = [
        reply('1/1/0/0/0/1', 'bad'),
        { ...reply('1/2/0/0/0/1', 'bad'), isCopy: true },
        reply('1/3/0/0/0/1', 'good'),
      ];
      await store.write(mine, { ...NOTHING, replies: [bad, copy] });
      expect(await same('any')).toMatchObject({ text: 'bad' });
      await store.write(mine, { ...NOTHING, results: [{ ...result(1), badReplies: ['0/0/1'] }] });
      expect(await Promise.all([same('any'), same('run')])).toEqual([undefined, undefined]);
      expect(await store.replyByKey(bad.key)).toMatchObject({ text: 'bad' });
      expect(await store.replyByKey(copy.key)).toMatchObject({ text: 'bad' });
      await store.write(mine, {
        ...NOTHING,
        replies: [good],
        results: [{ ...result(1), badReplies: ['0/0/1'] }],
      });
      expect(await same('any')).toMatchObject({ text: 'good' });
    });
  });

  describe('a cancelled run', () => {
    it('stays cancelled, whatever its last calls come to', async () => {
      const own = await claim('first');
      await database.prisma.baiqlExecution.update({
        where: { id: 'run-1' },
        data: { status: 'failed', reason: 'cancelled', finishedAt: 5n },
      });
      expect(await store.markRunning(own)).toBe(false);
      const totals = {
        total: 2,
        succeeded: 2,
        failed: 0,
        skipped: 0,
        cutOff: 0,
        reused: 0,
        inputTokens: 1,
        outputTokens: 1,
        costMicroUsd: 2,
      };
      await store.finish(own, { status: 'completed', reason: null, message: null, totals, outputs: [] });
      expect(await database.prisma.baiqlExecution.findUnique({ where: { id: 'run-1' } })).toMatchObject({
        status: 'failed',
        reason: 'cancelled',
        finishedAt: 5n,
        succeeded: 2,
        leaseOwner: null,
      });
    });
  });
});

it.each(['unmet', 'cut-off'] as const)(
  'SQLite finds what is %s in an index, without reading texts of other rows',
  async (status) => {
    const file = temporaryDatabase();
    const { connection, sql } = file;
    const indexed = createRunStore({ sql, clock: () => 0 });
    const prepare = vi.spyOn(connection, 'prepare');
    await indexed.countItems('run-1', status);
    await indexed.items({ executionId: 'run-1', after: { batch: 0, number: 0 }, skip: 0, limit: 10, status });
    const plans = prepare.mock.calls.map(([text]) =>
      connection
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${text.replaceAll(/@\w+/g, "'1'")}`)
        .all()
        .map(({ detail }) => detail),
    );
    expect(plans).toHaveLength(2);
    for (const [step] of plans) expect(step).toMatch(/^SEARCH r USING (COVERING )?INDEX .*<expr>=/);
    await file.close();
  },
);
