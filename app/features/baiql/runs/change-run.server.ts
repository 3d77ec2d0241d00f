import type { Prisma } from '@prisma/client';
import type { Plan } from '@promptwell/baiql-lang';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { tooManyFiles } from './check-script.server';
import { describeRun, detailsRemoved, findRun, readPlan, assertDetailsKept } from './read-runs.server';
import { isActiveRun, ACTIVE_STATUSES, type RunView } from './responses';

type Deps = Pick<BaiqlDeps, 'clock' | 'prisma' | 'baiql'>;

/**
 * Cancels a run at once: no further request is sent, and its status is failed with the reason "cancelled". Requests in
 * flight are still settled and counted.
 */
export async function cancelRun(services: Deps, actor: Actor, id: string): Promise<RunView> {
  const { prisma, baiql, clock } = services;
  const { count } = await prisma.baiqlExecution.updateMany({
    where: { id, userId: actor.userId, status: { in: [...ACTIVE_STATUSES] } },
    data: {
      status: 'failed',
      reason: 'cancelled',
      message: 'The run was canceled. Completed work is saved. Resume to continue.',
      finishedAt: BigInt(clock()),
    },
  });
  const row = await findRun(services, actor, id);
  if (count > 0) {
    void baiql.runner.cancel(id);
    baiql.watchers.changed(id);
  } else if (!isActiveRun(row) && row.reason !== 'cancelled') {
    throw conflict('run_ended', 'This run has already ended.');
  }
  return describeRun(row, baiql.runner.progressOf(id));
}

/**
 * Resumes a stopped run where it stopped, or a trial up to the trial's end. A completed trial continues with all
 * remaining rows. Failed transactions stay failed.
 */
export async function resumeRun(
  services: Deps,
  actor: Actor,
  { id, costLimitUsd }: { id: string; costLimitUsd?: number | undefined },
): Promise<RunView> {
  const row = await findRun(services, actor, id);
  assertDetailsKept(row);
  if (!describeRun(row).canResume) {
    throw conflict('not_resumable', 'Only a trial or a run that stopped early can be resumed.');
  }
  const isWhole = row.status === 'completed';
  const rest = { continueAs: 'resume', ...(isWhole ? { trialSize: null } : {}) } as const;
  if (costLimitUsd === undefined && !isWhole) return requeueRun(services, actor, id, rest);
  const plan = await readPlan(services, id);
  if (plan === null) throw detailsRemoved();
  const [problem] = isWhole
    ? tooManyFiles(plan, transactionsOf(plan, describeRun(row)), 'the whole run')
    : [];
  if (problem !== undefined) throw conflict('too_many_files', problem);
  if (costLimitUsd === undefined) return requeueRun(services, actor, id, rest);
  return requeueRun(services, actor, id, { ...rest, plan: withCostLimit(plan, costLimitUsd) });
}

/** The transactions of a run's only batch; with several batches, only the sum is known. */
function transactionsOf({ items }: Plan, { current, remaining }: RunView): Map<number, number> {
  const [only, ...others] = items.flatMap((item) => (item.kind === 'batch' ? [item.number] : []));
  return new Map(only === undefined || others.length > 0 ? [] : [[only, current + (remaining ?? 0)]]);
}

/** Retries the failed transactions only. */
export async function retryFailed(services: Deps, actor: Actor, id: string): Promise<RunView> {
  const row = await findRun(services, actor, id);
  assertDetailsKept(row);
  if (!describeRun(row).canRetryFailed) {
    throw row.status === 'failed'
      ? conflict(
          'not_complete',
          'Resume this run first. You can retry failed transactions when it’s complete.',
        )
      : conflict('nothing_failed', 'There are no failed transactions to retry.');
  }
  return requeueRun(services, actor, id, { continueAs: 'retry-failed', retryRounds: { increment: 1 } });
}

/**
 * Rewrites the output files of an ended run. Reviews of a completed run are applied; only replies marked to be
 * requested again are sent and charged.
 */
export async function writeOutputs(services: Deps, actor: Actor, id: string): Promise<RunView> {
  const row = await findRun(services, actor, id);
  assertDetailsKept(row);
  if (!describeRun(row).canWriteOutputs) {
    throw isActiveRun(row)
      ? conflict('not_ended', 'This run is still going on. It writes its files when it ends.')
      : conflict('nothing_to_write', 'This run has no results to write.');
  }
  if (row.status === 'completed' && row.toWrite > 0)
    return requeueRun(services, actor, id, { continueAs: 'resume' });
  return restartRun(services, actor, id, { continueAs: 'write' });
}

async function requeueRun(
  services: Deps,
  actor: Actor,
  id: string,
  data: Prisma.BaiqlExecutionUpdateManyMutationInput,
): Promise<RunView> {
  return restartRun(services, actor, id, {
    ...data,
    status: 'queued',
    reason: null,
    message: null,
    finishedAt: null,
  });
}

async function restartRun(
  services: Deps,
  actor: Actor,
  id: string,
  data: Prisma.BaiqlExecutionUpdateManyMutationInput,
): Promise<RunView> {
  const { prisma, baiql, clock } = services;
  // Requests in flight at the cancel may still be settling. Two parts of a run never work at once, even if the clock
  // jumps past the end of the lease.
  if (baiql.runner.isWorkingOn(id)) throw stillEnding();
  const { count } = await prisma.baiqlExecution.updateMany({
    where: {
      id,
      userId: actor.userId,
      status: { in: ['failed', 'completed'] },
      continueAs: { not: 'never' },
      OR: [{ leaseOwner: null }, { leaseUntil: { lt: BigInt(clock()) } }],
    },
    // The user or key that continues a run pays for the rest of it.
    data: { ...data, apiKeyId: actor.apiKey?.id ?? null },
  });
  if (count === 0) throw stillEnding();
  await baiql.runner.begin(id);
  baiql.watchers.changed(id);
  return describeRun(await findRun(services, actor, id));
}

const stillEnding = (): DomainError =>
  new DomainError('conflict', 'This run is still finishing. Try again in a moment.', {
    code: 'still_ending',
    retryAfterSeconds: 1,
  });

const conflict = (code: string, message: string): DomainError =>
  new DomainError('conflict', message, { code });

/** The limit is not part of the run's work, so it may change between parts. */
function withCostLimit(plan: Plan, costUsd: number): string {
  const items = plan.items.map((item) =>
    item.kind === 'batch' && item.limit !== null ? { ...item, limit: { ...item.limit, costUsd } } : item,
  );
  return JSON.stringify({ ...plan, items });
}
