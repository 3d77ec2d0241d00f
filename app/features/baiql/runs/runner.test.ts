import { compile, parse } from '@promptwell/baiql-lang';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import type { Actor } from '~/core/server/session.server';
import { resumeRun, retryFailed } from './change-run.server';
import { getRun } from './read-runs.server';

/** Outside of batches: it needs no model. */
const SCRIPT = 'SET A = 1\nWRITE_LOG "{A}"\n';

let services: TestServices;
let actor: Actor;
beforeEach(async () => {
  services = testServices();
  ({ actor } = await services.signUp({ roles: ['paiduser'] }));
});
afterEach(() => services.close());

/** A run that another process was at work on. */
async function makeRun(id: string, data: object): Promise<void> {
  await services.prisma.baiqlExecution.create({
    data: {
      id,
      userId: actor.userId,
      scriptName: 'Test',
      script: SCRIPT,
      plan: JSON.stringify(compile(parse(SCRIPT).tree)),
      planHash: 'h',
      mode: 'EXECUTE',
      status: 'running',
      leaseOwner: 'a process that is gone',
      leaseUntil: BigInt(services.clock() + 30_000),
      createdAt: 1n,
      ...data,
    },
  });
}

const statusOf = async (id: string): Promise<string> => (await getRun(services, actor, id)).status;
const untilEnded = (id: string) =>
  vi.waitFor(
    async () => {
      expect(services.baiql.runner.isWorkingOn(id)).toBe(false);
      expect(['completed', 'failed']).toContain(await statusOf(id));
    },
    { timeout: 30_000 },
  );

it('counts how often what failed is run again', async () => {
  const ended = { status: 'completed', leaseOwner: null, total: 1, failed: 1 };
  await makeRun('retried', ended);
  const where = { id: 'retried' };
  for (const retryRounds of [1, 2]) {
    await retryFailed(services, actor, 'retried');
    await untilEnded('retried');
    expect(await services.prisma.baiqlExecution.findUnique({ where })).toMatchObject({ retryRounds });
    await services.prisma.baiqlExecution.update({ where, data: ended });
  }
});

it('goes on with a trial that stopped to the end of the trial, and with all rows only after it', async () => {
  const where = { id: 'trial' };
  const trialSize = async () =>
    (await services.prisma.baiqlExecution.findUniqueOrThrow({ where, select: { trialSize: true } }))
      .trialSize;
  await makeRun('trial', { status: 'failed', reason: 'cancelled', leaseOwner: null, trialSize: 5 });
  await resumeRun(services, actor, { id: 'trial' });
  expect(await trialSize()).toBe(5);
  await untilEnded('trial');

  await services.prisma.baiqlExecution.update({ where, data: { status: 'completed', reason: 'trial' } });
  await resumeRun(services, actor, { id: 'trial' });
  expect(await trialSize()).toBeNull();
  await untilEnded('trial');
});

it('refuses to go on with a trial to more files than may be written', async () => {
  const script =
    'BATCH_START\nLOAD "a.csv" AS FILE\nPROMPT "{INPUT}"\nRUN\nOUTPUT "a.txt" SEPARATE\nEND_BATCH\n';
  const plan = JSON.stringify(compile(parse(script).tree));
  const trial = {
    status: 'completed',
    reason: 'trial',
    leaseOwner: null,
    trialSize: 5,
    total: 5,
    succeeded: 5,
  };
  await makeRun('large', { ...trial, script, plan, remaining: 99_996 });
  await expect(resumeRun(services, actor, { id: 'large' })).rejects.toThrow(
    'Line 5: the whole run would write 100,001 files, and you can have 100,000. Use AGGREGATE.',
  );
});

describe('a start after an unexpected end', () => {
  it('goes on with a run, and leaves one that was at work at the end before as well to its owner', async () => {
    await makeRun('once', {});
    await makeRun('twice', { unexpectedEnds: 1 });

    await services.baiql.runner.recover();
    await untilEnded('once');

    expect(await statusOf('once')).toBe('completed');
    const waiting = await getRun(services, actor, 'twice');
    expect(waiting).toMatchObject({ status: 'failed', reason: 'interrupted', canResume: true });
    expect(waiting.message).toContain('The server stopped unexpectedly twice');

    // Finished work is written first.
    await vi.waitFor(async () => {
      expect(await getRun(services, actor, 'twice')).toMatchObject({ isWriting: false });
    });
    await resumeRun(services, actor, { id: 'twice' });
    await untilEnded('twice');
    expect(await getRun(services, actor, 'twice')).toMatchObject({ status: 'completed', reason: null });
  });
});

describe('a run that the server cannot handle', () => {
  it('ends with its reason after three tries, and others go on', async () => {
    await makeRun('broken', { plan: 'no JSON', leaseOwner: null, status: 'queued' });
    await makeRun('sound', { leaseOwner: null, status: 'queued' });

    for (let tries = 1; tries <= 2; tries += 1) {
      await services.baiql.runner.begin('broken');
      expect(await statusOf('broken')).toBe('queued');
    }
    await services.baiql.runner.begin('broken');
    expect(await getRun(services, actor, 'broken')).toMatchObject({ status: 'failed', reason: 'host' });

    await services.baiql.runner.begin('sound');
    await untilEnded('sound');
    expect(await statusOf('sound')).toBe('completed');
  });
});
