import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppDatabase } from '~/core/db/app-database';
import { DATABASES, useDatabases } from '../../../../tests/support/both-databases';
import { createRunStore } from './create-run-store.server';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = 1_000 * DAY_MS;
const RULES = { keepDetailsMs: 90 * DAY_MS, keepRuns: 3, keepRepliesMs: 30 * DAY_MS, repliesOfUser: 600 };

const openDatabase = useDatabases();
let database: AppDatabase;

const sweep = () => createRunStore({ ...database, clock: () => NOW_MS }).sweep(RULES);

/** A run with two results, a log line and a part of its memo; its age is that of its end. */
async function makeRun(id: string, userId: string, daysAgo: number, more: Record<string, unknown> = {}) {
  const atMs = BigInt(NOW_MS - daysAgo * DAY_MS);
  await database.prisma.baiqlExecution.create({
    data: {
      id,
      userId,
      scriptName: id,
      script: '# mine',
      plan: '{"items":[]}',
      planHash: 'h',
      mode: 'EXECUTE',
      status: 'completed',
      outputs: '[{"path":"/data/output/o.csv","sizeBytes":3}]',
      cost: 7n,
      succeeded: 2,
      createdAt: atMs,
      finishedAt: atMs,
      ...more,
    },
  });
  for (const number of [1, 2]) {
    const result = { status: 'succeeded', label: '', prompt: 'p', reply: 'r', detail: '{}' };
    await database.prisma.baiqlResult.create({ data: { executionId: id, batch: 1, number, ...result } });
  }
  await database.prisma.baiqlMemoPart.create({ data: { executionId: id, name: 'globals', value: '{}' } });
  await database.prisma.baiqlLogLine.create({
    data: { executionId: id, number: 1, at: atMs, level: 'info', text: 'said' },
  });
}

async function addReplies(
  executionId: string,
  userId: string,
  count: number,
  daysAgo: number,
): Promise<void> {
  const amounts = { text: 't', inputTokens: 1, outputTokens: 1, cost: 1n, isCopy: false };
  await database.prisma.baiqlReply.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      ...amounts,
      key: `${executionId}/${daysAgo}/${index}`,
      executionId,
      userId,
      fingerprint: 'f',
      createdAt: BigInt(NOW_MS - daysAgo * DAY_MS + index),
    })),
  });
}

const detailsOf = async (executionId: string): Promise<number> =>
  (await database.prisma.baiqlResult.count({ where: { executionId } })) +
  (await database.prisma.baiqlLogLine.count({ where: { executionId } })) +
  (await database.prisma.baiqlMemoPart.count({ where: { executionId } }));
const repliesOf = (userId: string) => database.prisma.baiqlReply.count({ where: { userId } });
const runOf = (id: string) => database.prisma.baiqlExecution.findUniqueOrThrow({ where: { id } });

describe.each(DATABASES)('on %s', (name) => {
  beforeEach(async () => {
    database = await openDatabase(name, 'ada', 'bob');
  });
  afterEach(() => database.close());

  describe('a sweep', () => {
    it('removes prompts, replies and lines of runs that ended long ago, and leaves the run itself', async () => {
      await makeRun('old', 'ada', 91);
      await makeRun('young', 'ada', 89);
      expect(await sweep()).toEqual({ runs: 1, replies: 0 });
      expect([await detailsOf('old'), await detailsOf('young')]).toEqual([0, 4]);
      expect(await runOf('old')).toMatchObject({
        scriptName: 'old',
        script: '# mine',
        cost: 7n,
        succeeded: 2,
        outputs: '[{"path":"/data/output/o.csv","sizeBytes":3}]',
        plan: '',
        continueAs: 'never',
      });
      expect((await runOf('young')).continueAs).toBe('fresh');
      expect(await sweep()).toEqual({ runs: 0, replies: 0 });
    });

    it('keeps the details of no more than the newest runs of each person', async () => {
      for (const [index, id] of ['a4', 'a3', 'a2', 'a1'].entries()) await makeRun(id, 'ada', 10 - index);
      await makeRun('b1', 'bob', 50);
      await sweep();
      expect(await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map(detailsOf))).toEqual([4, 4, 4, 0, 4]);
    });

    it('leaves what goes on, and what is still ending, alone', async () => {
      await makeRun('running', 'ada', 100, { status: 'running', finishedAt: null });
      await makeRun('ending', 'ada', 100, { status: 'failed', reason: 'cancelled', leaseOwner: 'us' });
      expect(await sweep()).toEqual({ runs: 0, replies: 0 });
      expect([await detailsOf('running'), await detailsOf('ending')]).toEqual([4, 4]);
    });

    it('ends what an earlier sweep was broken off at', async () => {
      await makeRun('half', 'ada', 1, { continueAs: 'never' });
      expect(await sweep()).toMatchObject({ runs: 1 });
      expect(await detailsOf('half')).toBe(0);
    });

    it('removes thousands of rows @soak', async () => {
      await makeRun('large', 'ada', 100);
      await database.prisma.baiqlResult.createMany({
        data: Array.from({ length: 2_498 }, (_, index) => ({
          executionId: 'large',
          batch: 1,
          number: index + 3,
          status: 'succeeded',
          label: '',
          prompt: 'p',
          reply: 'r',
          detail: '{}',
        })),
      });
      await sweep();
      expect(await detailsOf('large')).toBe(0);
    });

    it('forgets stored replies that are old, and the oldest of those that are too many @soak', async () => {
      await makeRun('done', 'ada', 2);
      await makeRun('going', 'ada', 1, { status: 'running', finishedAt: null });
      await addReplies('done', 'ada', 700, 31);
      await addReplies('done', 'ada', 1_300, 20);
      await addReplies('going', 'ada', 100, 10);
      await makeRun('other', 'bob', 10);
      await addReplies('other', 'bob', 600, 10);
      expect(await sweep()).toEqual({ runs: 0, replies: 700 + 800 });
      expect([await repliesOf('ada'), await repliesOf('bob')]).toEqual([600, 600]);
      expect(await database.prisma.baiqlReply.count({ where: { executionId: 'going' } })).toBe(100);
    });

    it('does not take the replies of a run that goes on, however many', async () => {
      await makeRun('going', 'ada', 1, { status: 'running', finishedAt: null });
      await addReplies('going', 'ada', 1_700, 1);
      expect(await sweep()).toEqual({ runs: 0, replies: 0 });
    });
  });
});
