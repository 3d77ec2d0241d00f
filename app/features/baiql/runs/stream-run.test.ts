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

it('a reader who catches up on thousands of lines leaves turns to everybody else @soak', async () => {
  const { actor } = await services.signUp({ roles: ['paiduser'] });
  const id = randomUUID();
  const texts = { scriptName: 'A', script: '', plan: '{}', planHash: 'x', mode: 'EXECUTE' };
  await services.prisma.baiqlExecution.create({
    data: { id, userId: actor.userId, ...texts, status: 'completed', createdAt: 0n },
  });
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
