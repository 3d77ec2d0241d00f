import { DomainError } from '~/core/shared/errors';
import type { Baiql } from '../create-baiql.server';
import { describeExecution, isUnderWay, type ExecutionView } from './execution-view.server';
import { findExecution } from './find-execution.server';

/**
 * Ends a run at once: nothing more is sent, and it is failed with the reason "cancelled" from this moment on. What has
 * been sent is still settled, and counted when it is.
 */
export async function cancelExecution(
  deps: Pick<Baiql, 'prisma' | 'runner' | 'watchers' | 'clock'>,
  userId: string,
  id: string,
): Promise<ExecutionView> {
  const { count } = await deps.prisma.baiqlExecution.updateMany({
    where: { id, userId, status: { in: ['queued', 'running'] } },
    data: {
      status: 'failed',
      reason: 'cancelled',
      message: 'The run was cancelled. What is done is kept; resume it to go on.',
      finishedAt: BigInt(deps.clock()),
    },
  });
  const row = await findExecution(deps, userId, id);
  if (count > 0) {
    void deps.runner.cancel(id);
    deps.watchers.changed(id);
  } else if (!isUnderWay(row.status) && row.reason !== 'cancelled') {
    throw new DomainError('conflict', 'This run has ended already.', { code: 'run_ended' });
  }
  return describeExecution(row);
}
