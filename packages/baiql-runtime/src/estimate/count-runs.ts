import type { PlanStatement } from '@promptwell/baiql-lang';

/** Turns taken for a loop that ends by a condition: nobody knows how many it will be. */
const TURNS_OF_CONDITION = 10;

/** The most RUNs that the statements are expected to execute for one transaction, without retries. */
export function countRuns(statements: readonly PlanStatement[]): number {
  return statements.reduce((sum, statement) => sum + runsOf(statement), 0);
}

function runsOf(statement: PlanStatement): number {
  switch (statement.kind) {
    case 'run':
      return 1;
    case 'if':
      return Math.max(countRuns(statement.then), countRuns(statement.else));
    case 'loop-times':
      return statement.times * countRuns(statement.body);
    case 'loop-while':
    case 'loop-until':
      return TURNS_OF_CONDITION * countRuns(statement.body);
    case 'prompt':
    case 'get':
    case 'set':
    case 'global':
    case 'step':
    case 'retry':
    case 'output':
    case 'write-log':
    case 'break':
    case 'skip':
    case 'halt':
    case 'unknown':
      return 0;
  }
}
