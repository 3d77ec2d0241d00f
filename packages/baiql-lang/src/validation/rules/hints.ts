import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { columnNumber } from '../../source/names.js';
import {
  type Expression,
  type Loop,
  type Statement,
  visitExpression,
  visitStatements,
} from '../../tree/index.js';
import { SAME_IN_LOOPS } from '../../vocabulary/names.js';
import { eachOf, type RuleContext } from '../rule.js';

/** Loops whose condition can never come out differently. */
export function endlessLoops({ tree, symbols }: RuleContext): Diagnostic[] {
  const engineNames = new Set(
    symbols.names.filter(({ kind }) => kind === 'built-in' || kind === 'input').map(({ name }) => name),
  );
  const found: Diagnostic[] = [];
  visitStatements(tree.statements, (statement) => {
    if (statement.kind !== 'loop' || statement.end === null || statement.start.kind !== 'loop-start') return;
    const { condition } = statement.start;
    if (condition === null || statement.start.broken || canEnd(statement, condition, engineNames)) return;
    found.push(report('BQ602', "This loop's condition never changes inside it", condition.range));
  });
  return found;
}

function canEnd(loop: Loop, condition: Expression, engineNames: ReadonlySet<string>): boolean {
  const reads = new Set<string>();
  visitExpression(
    condition,
    (text) => {
      for (const part of text.parts) if (part.kind === 'placeholder') reads.add(part.name);
    },
    (name) => reads.add(name.name),
  );
  const changes = (name: string): boolean =>
    engineNames.has(name) && !SAME_IN_LOOPS.has(name) && columnNumber(name) === null;
  let ends = [...reads].some(changes);
  visitStatements(loop.body, (statement) => {
    const name = assigned(statement);
    ends ||= LEAVING.has(statement.kind) || (name !== null && reads.has(name));
  });
  return ends;
}

/** What may end a loop: what leaves it, and what is not understood. */
const LEAVING = new Set<Statement['kind']>(['break', 'skip', 'halt', 'unknown']);

function assigned(statement: Statement): string | null {
  const assigns = statement.kind === 'get' || statement.kind === 'set' || statement.kind === 'global';
  return assigns ? (statement.name?.name ?? null) : null;
}

/** Batches that cannot run in parallel: said once each. */
export function sequentialBatches({ scopes }: RuleContext): Diagnostic[] {
  return eachOf(scopes.batches, ({ batch, lines }) => {
    if (batch.start === null || batch.damaged) return [];
    const global = lines.find((line) => line.kind === 'global' && !line.broken);
    if (global === undefined) return [];
    return [report('BQ603', 'Runs one transaction at a time, because it assigns a GLOBAL', global.range)];
  });
}
