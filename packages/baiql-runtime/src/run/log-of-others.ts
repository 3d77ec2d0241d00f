import type { PlanBatch } from '@promptwell/baiql-lang';
import { batchesOf } from '../batch/walk-plan.js';
import { earlierResults } from './earlier-results.js';
import type { LogOfOthers } from './log-file.js';
import type { RunContext } from './run-context.js';

/** The lines of other batches with the same MAKE_LOG: a batch that is finished, or repeated later, keeps its lines. */
export function logOfOtherBatches({ main, job }: RunContext, batch: PlanBatch): LogOfOthers {
  const whereOf = ({ log, pathOut }: PlanBatch): string => JSON.stringify([log?.path, pathOut]);
  const sharing = batchesOf(job.plan).filter((other) => whereOf(other) === whereOf(batch));
  async function* linesOf(batches: readonly PlanBatch[]): AsyncGenerator<readonly string[]> {
    for (const { number } of batches) {
      for await (const { logLines } of earlierResults(main, number)) yield logLines;
    }
  }
  return {
    before: () => linesOf(sharing.filter(({ number }) => number < batch.number)),
    after: () => linesOf(sharing.filter(({ number }) => number > batch.number)),
  };
}
