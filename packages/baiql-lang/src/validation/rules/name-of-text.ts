import type { Occurrence } from '../../symbols/symbols.js';
import { type Line, visitReads } from '../../tree/index.js';
import type { RuleContext } from '../rule.js';

/** The built-ins for a transaction's input. */
const TEXT_NAMES = ['INPUT', 'INPUT_TEXT', 'LINE'];
/** Scripts with more undefined names are ignored: they cannot all mean the input. */
const MAX_UNKNOWN = 10;

/**
 * `Grade {ESSAY}` in a batch of files or lines that does not read their text: the only undefined name in its prompts
 * means the input, or in a later step the previous step's reply.
 */
export function nameOfText({ scopes, tree, symbols }: RuleContext, use: Occurrence): string | null {
  const line = tree.lines[use.line];
  const undefinedNames = symbols.names.filter(({ name, kind }) => kind === 'undefined' && name !== 'REF');
  if (line?.kind !== 'prompt' || line.broken || undefinedNames.length > MAX_UNKNOWN) return null;
  const scope = scopes.batches.find(({ lines }) => lines.includes(line));
  if (scope === undefined) return null;
  const before = scope.lines.slice(0, scope.lines.indexOf(line));
  const step = before.findLastIndex(({ kind }) => kind === 'step');
  const isLater = before.slice(0, Math.max(step, 0)).some(({ kind }) => kind === 'run');
  const around = isLater ? [...before.slice(step), line] : scope.lines;
  const read = namesReadBy(around);
  const prompted = namesReadBy(around.filter(({ kind }) => kind === 'prompt'));
  const isOnly = undefinedNames.filter(({ name }) => prompted.has(name)).length === 1;
  if (!isOnly || TEXT_NAMES.some((name) => read.has(name))) return null;
  if (isLater) return 'INPUT';
  const types = new Set(scope.loads.map(({ type }) => type?.word));
  if (types.has('WORK') || types.has('DIR')) return types.has('FILE') ? 'INPUT_TEXT' : 'INPUT';
  // Lines with columns are read by column.
  const hasColumns = symbols.names.some(({ kind }) => kind === 'column');
  return types.has('LINES') && !hasColumns ? 'LINE' : null;
}

function namesReadBy(lines: readonly Line[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of lines) visitReads(line, ({ name }) => names.add(name));
  return names;
}
