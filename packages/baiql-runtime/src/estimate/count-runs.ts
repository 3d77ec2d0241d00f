import type { PlanStatement } from '@promptwell/baiql-lang';

/** Turns taken for a loop that ends by a condition: nobody knows how many it will be. */
const TURNS_OF_CONDITION = 10;

/** The most RUNs that the statements are expected to execute for one transaction, without retries. */
export function countRuns(statements: readonly PlanStatement[]): number {
  return statements.reduce((sum, statement) => sum + runsOf(statement), 0);
}

function runsOf(statement: PlanStatement): number {
  if (statement.kind === 'run') return 1;
  if (statement.kind === 'if') return Math.max(countRuns(statement.then), countRuns(statement.else));
  if (!('body' in statement)) return 0;
  const turns = statement.kind === 'loop-times' ? statement.times : TURNS_OF_CONDITION;
  return turns * countRuns(statement.body);
}
