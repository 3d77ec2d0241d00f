import type { Occurrence } from '../../symbols/symbols.js';
import { type Line, visitReads } from '../../tree/index.js';
import type { RuleContext } from '../rule.js';

/** The names of what a batch goes through. */
const TEXT_NAMES = ['INPUT', 'INPUT_TEXT', 'LINE'];
/** A script with more names that nothing sets is not looked at: they cannot all be the text of something. */
const MOST_UNKNOWN = 10;

/**
 * `Grade {ESSAY}`, where a batch goes through files or lines and nothing takes their text: the only name in its prompts
 * that nothing sets is what each of them is called. In a later step, it is what the step before has given.
 */
export function nameOfText({ scopes, tree, symbols }: RuleContext, use: Occurrence): string | null {
  const line = tree.lines[use.line];
  const undefinedNames = symbols.names.filter(({ name, kind }) => kind === 'undefined' && name !== 'REF');
  if (line?.kind !== 'prompt' || line.broken || undefinedNames.length > MOST_UNKNOWN) return null;
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
  // Lines with columns are read by these.
  const hasColumns = symbols.names.some(({ kind }) => kind === 'column');
  return types.has('LINES') && !hasColumns ? 'LINE' : null;
}

function namesReadBy(lines: readonly Line[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of lines) visitReads(line, ({ name }) => names.add(name));
  return names;
}
