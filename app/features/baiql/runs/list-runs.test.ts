import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import type { Actor } from '~/core/server/session.server';
import { listRuns } from './list-runs.server';
import { RUN_SORTS } from './runs-table';
import { type RunView } from './responses';
import { listRunsSchema } from './schema';

const STATUSES = ['completed', 'failed', 'running'] as const;
const COSTS = [300n, null, 100n, 300n, 0n];

let services: TestServices;
let actor: Actor;
beforeAll(async () => {
  services = testServices();
  ({ actor } = await services.signUp({ roles: ['paiduser'] }));
  await services.prisma.baiqlExecution.createMany({
    data: Array.from({ length: 40 }, (_, index) => ({
      id: randomUUID(),
      userId: actor.userId,
      scriptName: 'Test',
      script: '',
      plan: '',
      planHash: 'h',
      mode: 'EXECUTE',
      status: STATUSES[index % 3] ?? 'failed',
      cost: COSTS[index % 5] ?? null,
      // Several in one moment.
      createdAt: BigInt(Math.floor(index / 4)),
    })),
  });
});
afterAll(() => services.close());

const list = (query: object) => listRuns(services, actor, listRunsSchema.parse(query));

async function walk(query: object): Promise<RunView[]> {
  const runs: RunView[] = [];
  let after: string | undefined;
  do {
    const page = await list({ ...query, pageSize: 7, after });
    for (const run of page.items) runs.push(run);
    after = page.next ?? undefined;
  } while (after !== undefined && runs.length < 100);
  return runs;
}

const BY = {
  started: (run: RunView) => [run.createdAt, run.executionId],
  status: (run: RunView) => [run.status, run.createdAt, run.executionId],
  cost: (run: RunView) => [run.costMicroUsd ?? -1, run.createdAt, run.executionId],
} as const;
const comparing =
  (sort: keyof typeof BY) =>
  (one: RunView, other: RunView): number => {
    const others = BY[sort](other);
    const [mine, theirs] =
      BY[sort](one)
        .map((value, index) => [value, others[index] ?? value] as const)
        .find(([mine, theirs]) => mine !== theirs) ?? [];
    return mine === undefined || theirs === undefined ? 0 : mine < theirs ? -1 : 1;
  };

it.each(
  RUN_SORTS.flatMap((sort) =>
    [undefined, 'failed'].flatMap((status) =>
      (['asc', 'desc'] as const).map((order) => ({ sort, order, status })),
    ),
  ),
)('runs by $sort, $order, of status $status come one after the other, each once', async (query) => {
  const runs = await walk(query);
  expect(runs).toHaveLength(query.status === undefined ? 40 : 13);
  const sorted = runs.toSorted(comparing(query.sort));
  expect(runs.map(({ executionId }) => executionId)).toEqual(
    (query.order === 'asc' ? sorted : sorted.toReversed()).map(({ executionId }) => executionId),
  );
});

it.each(RUN_SORTS)('pages of runs by %s are those that come one after the other', async (sort) => {
  const pages = await Promise.all([1, 2, 3].map((page) => list({ sort, page, pageSize: 14 })));
  expect(pages.flatMap(({ items }) => items)).toEqual(await walk({ sort }));
  expect(pages.map(({ total }) => total)).toEqual([40, 40, 40]);
});

it('a run of somebody else is no place to go on from', async () => {
  const { actor: other } = await services.signUp({ roles: ['paiduser'] });
  const [mine] = (await list({})).items;
  const after = mine?.executionId;
  expect(await listRuns(services, other, listRunsSchema.parse({ after }))).toMatchObject({ items: [] });
});
