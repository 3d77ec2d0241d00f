import type { Script } from '../tree/index.js';
import { batchTypeOf } from '../validation/batch-type.js';
import { runWideNames } from '../validation/names-of-run.js';
import { findScopes } from '../validation/scopes.js';
import { DEFAULT_PATH_IN, DEFAULT_PATH_OUT } from '../vocabulary/file-kinds.js';
import { compileBatch, declare, type Surroundings } from './compile-batch.js';
import { type BatchCounters, compileStatements } from './compile-statements.js';
import type { Plan, PlanItem } from './plan.js';
import { DEFAULT_SETTINGS } from './settings.js';

/**
 * Compiles a script's execution plan. Intended for scripts without errors: otherwise missing parts are omitted or
 * empty, and a batch with a mistyped BATCH_START is an unknown line. Never throws.
 */
export function compile(tree: Script): Plan {
  const scopes = findScopes(tree);
  const { batches } = scopes;
  const scopeOf = new Map(batches.map((scope) => [scope.batch, scope]));
  const around: Surroundings = {
    pathIn: [{ literal: DEFAULT_PATH_IN }],
    pathOut: [{ literal: DEFAULT_PATH_OUT }],
    settings: DEFAULT_SETTINGS,
    declared: { model: null, limit: null, log: null },
  };
  const outside: BatchCounters = { prompts: 0, runs: 0, steps: 0, expects: 0, outputs: [] };
  const items: PlanItem[] = [];
  const globals = tree.lines.flatMap((line) =>
    line.kind === 'global' && line.name !== null ? [line.name.name] : [],
  );
  const ofRun = runWideNames(scopes);
  let number = 0;
  for (const statement of tree.statements) {
    if (statement.kind !== 'batch') {
      if (statement.kind !== 'if' && statement.kind !== 'loop') declare(around, statement);
      for (const item of compileStatements([statement], outside)) items.push(item);
      continue;
    }
    const scope = scopeOf.get(statement);
    if (scope === undefined) continue;
    if (statement.start?.kind === 'unknown') {
      const { command, presumed, range } = statement.start;
      items.push({ line: range.start.line, kind: 'unknown', word: command.word, presumed });
      continue;
    }
    const batch = compileBatch(scope, ++number, around, ofRun);
    around.pathIn = batch.pathIn;
    around.pathOut = batch.pathOut;
    items.push(batch);
  }
  return { version: 1, batchType: batchTypeOf(batches), items, globals: [...new Set(globals)] };
}

/** True if there is a RUN to execute. A valid script without one does nothing. */
export function sendsAnything({ items }: Pick<Plan, 'items'>): boolean {
  return items.some((item) => item.kind === 'batch' && item.runCount > 0);
}
