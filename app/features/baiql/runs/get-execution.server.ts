import type { Baiql } from '../create-baiql.server';
import { describeExecution, type ExecutionView } from './execution-view.server';
import { findExecution } from './find-execution.server';

export async function getExecution(
  deps: Pick<Baiql, 'prisma' | 'runner'>,
  userId: string,
  id: string,
): Promise<ExecutionView> {
  return describeExecution(await findExecution(deps, userId, id), deps.runner.progressOf(id));
}
