import type { BaiqlExecution } from '@prisma/client';
import type { Plan } from '@promptwell/baiql-lang';
import { DomainError } from '~/core/shared/errors';
import type { Baiql } from '../create-baiql.server';
import { describeExecution, type ExecutionView } from './execution-view.server';
import { findExecution } from './find-execution.server';
import type { ResumeRequest } from './schema';

type Deps = Pick<Baiql, 'prisma' | 'runner' | 'watchers' | 'clock'>;

/** A run that stopped goes on where it stopped; failed transactions stay failed. */
export async function resumeExecution(
  deps: Deps,
  userId: string,
  id: string,
  { costLimitUsd }: ResumeRequest,
): Promise<ExecutionView> {
  const row = await findExecution(deps, userId, id);
  refuseRemoved(row);
  if (!describeExecution(row).canResume) {
    throw new DomainError('conflict', 'Only a run that stopped before its end can be resumed.', {
      code: 'not_resumable',
    });
  }
  const plan = costLimitUsd === undefined ? row.plan : withCostLimit(row.plan, costLimitUsd);
  return goOn(deps, row, { continueAs: 'resume', plan });
}

/** Runs the transactions that failed, and no others. */
export async function retryFailed(deps: Deps, userId: string, id: string): Promise<ExecutionView> {
  const row = await findExecution(deps, userId, id);
  refuseRemoved(row);
  if (!describeExecution(row).canRetryFailed) {
    throw row.status === 'failed'
      ? new DomainError(
          'conflict',
          'Resume this run first: what failed can be run again when it is complete.',
          {
            code: 'not_complete',
          },
        )
      : new DomainError('conflict', 'There is no failed transaction to run again.', {
          code: 'nothing_failed',
        });
  }
  return goOn(deps, row, { continueAs: 'retry-failed', plan: row.plan });
}

async function goOn(
  deps: Deps,
  row: BaiqlExecution,
  data: { continueAs: 'resume' | 'retry-failed'; plan: string },
): Promise<ExecutionView> {
  const { id, userId } = row;
  // The calls that were out when it was cancelled may still be settled; two parts of a run never work at once.
  const { count } = await deps.prisma.baiqlExecution.updateMany({
    where: {
      id,
      userId,
      status: { in: ['failed', 'completed'] },
      continueAs: { not: 'never' },
      OR: [{ leaseOwner: null }, { leaseUntil: { lt: BigInt(deps.clock()) } }],
    },
    data: { ...data, status: 'queued', reason: null, message: null, finishedAt: null },
  });
  if (count === 0) throw stillEnding();
  await deps.runner.begin(id);
  deps.watchers.changed(id);
  return describeExecution(await findExecution(deps, userId, id));
}

function refuseRemoved({ continueAs }: BaiqlExecution): void {
  if (continueAs !== 'never') return;
  throw new DomainError(
    'conflict',
    'The prompts and replies of this run are not kept any more, so it cannot go on. Start a new run.',
    { code: 'details_removed' },
  );
}

const stillEnding = (): DomainError =>
  new DomainError('conflict', 'This run is still ending. Try again in a moment.', {
    code: 'still_ending',
    retryAfterSeconds: 1,
  });

/** A limit is no part of what a run does, so it may change between its parts. */
function withCostLimit(text: string, costUsd: number): string {
  const plan = JSON.parse(text) as Plan; // compiled by us, when the run was made
  const items = plan.items.map((item) =>
    item.kind === 'batch' && item.limit !== null ? { ...item, limit: { ...item.limit, costUsd } } : item,
  );
  return JSON.stringify({ ...plan, items });
}
