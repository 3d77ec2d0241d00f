import type { PlanBatch, PlanStatement, PlanText } from '@promptwell/baiql-lang';
import { parseJsonPath } from '../interpreter/json-path.js';
import { loadMatcher } from '../interpreter/match.js';
import { RunStop, TransactionError } from '../interpreter/script-error.js';
import { eachStatement } from './walk-plan.js';

/**
 * An expression of MATCH or a path of JSON that cannot be used would fail each transaction, after its request is paid.
 * Those with names in them differ from one to the next.
 * @throws RunStop
 */
export async function assertSearchable(batch: PlanBatch): Promise<void> {
  for (const statement of eachStatement(batch.body)) {
    if (statement.kind !== 'get') continue;
    try {
      await search(statement);
    } catch (error) {
      if (!(error instanceof TransactionError)) throw error;
      throw new RunStop('script', `Line ${statement.line}: ${error.message}`);
    }
  }
}

async function search({ source }: Extract<PlanStatement, { kind: 'get' }>): Promise<void> {
  if (source.kind === 'json') {
    const path = constant(source.path);
    if (path !== null) parseJsonPath(path);
  } else if (source.kind === 'match') {
    const pattern = constant(source.pattern);
    if (pattern !== null) (await loadMatcher())(pattern, '');
  }
}

function constant(text: PlanText): string | null {
  const parts = text.map((part) => ('literal' in part ? part.literal : null));
  return parts.includes(null) ? null : parts.join('');
}
