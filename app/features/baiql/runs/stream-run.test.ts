import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { streamRun } from './stream-run.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const LINES = 5_000;

async function makeRun(userId: string, status: string): Promise<string> {
  const id = randomUUID();
  const texts = { scriptName: 'A', script: '', plan: '{}', planHash: 'x', mode: 'EXECUTE' };
  await services.prisma.baiqlExecution.create({ data: { id, userId, ...texts, status, createdAt: 0n } });
  return id;
}

it('ends with the last figures of a run that ends while its state is read', async () => {
  const { actor } = await services.signUp({ roles: ['paiduser'] });
  const id = await makeRun(actor.userId, 'failed');
  const { runner, watchers } = services.baiql;
  let isWorking = true;
  const settling = {
    ...runner,
    isWorkingOn: () => isWorking,
    // Called once the row is read: the last requests of a canceled run are settled now.
    progressOf: () => {
      if (!isWorking) return null;
      isWorking = false;
      services.connection.prepare('UPDATE baiql_execution SET succeeded = 5 WHERE id = ?').run(id);
      watchers.changed(id);
      return null;
    },
  };
  const { signal } = new AbortController();
  const deps = { ...services, baiql: { ...services.baiql, runner: settling } };
  const text = await (await streamRun(deps, actor, { id, afterLine: 0, signal })).text();
  const done = text.slice(text.indexOf('event: done'));
  expect(done).toContain('"current":5');
});

it('a reader who catches up on thousands of lines leaves turns to everybody else @soak', async () => {
  const { actor } = await services.signUp({ roles: ['paiduser'] });
  const id = await makeRun(actor.userId, 'completed');
  await services.prisma.baiqlLogLine.createMany({
    data: Array.from({ length: LINES }, (_, index) => ({
      executionId: id,
      number: index + 1,
      at: 0n,
      level: 'info',
      text: `line ${index}`,
    })),
  });

  const { signal } = new AbortController();
  const response = await streamRun(services, actor, { id, afterLine: 0, signal });
  const state = { isRead: false };
  const reading = response.text().finally(() => {
    state.isRead = true;
  });
  let turns = 0;
  while (!state.isRead) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect((await reading).match(/^event: log$/gm)).toHaveLength(LINES);
  expect(turns).toBeGreaterThan(LINES / 100 - 1);
});
