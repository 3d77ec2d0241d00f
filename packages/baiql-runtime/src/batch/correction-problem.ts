import type { Plan } from '@promptwell/baiql-lang';
import { replyProblem } from '../interpreter/reply-problem.js';
import { analyseBatch } from './analyse-batch.js';
import { batchesOf } from './walk-plan.js';

/**
 * Why a manual correction would be rejected, by the same rules as a model's reply: not JSON, or a missing field. Null
 * if it is acceptable.
 * @param run the result's `lastRun`.
 */
export function correctionProblem(
  plan: Plan,
  { batch: number, run }: { batch: number; run: string },
  text: string,
): string | null {
  const batch = batchesOf(plan).find((each) => each.number === number);
  const [, index] = run.split('/');
  if (batch === undefined || index === undefined) return null;
  const fields = analyseBatch(batch).jsonRuns.get(Number(index));
  if (fields === undefined) return null;
  return replyProblem({ json: true, fields }, { text, outputTokens: 0 });
}
