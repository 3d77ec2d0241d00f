import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { removeLineFix } from '../../diagnostics/line-fixes.js';
import { report } from '../../diagnostics/report.js';
import { Suggestions } from '../../source/nearest.js';
import type { Source } from '../../source/source.js';
import { isRead, type NameSymbol, occurrencesOf } from '../../symbols/symbols.js';
import { type Line, visitReads } from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';
import { findQuotedNames } from './comparisons.js';
import { namesOfLookAlikes } from './look-alikes.js';
import { fixesOfSetting } from './settings.js';

/** Names that are set and never read, including mistyped settings. */
export function unusedNames(context: RuleContext): Diagnostic[] {
  const { source, symbols, tree, reportedCodes } = context;
  // An unclosed block may have consumed their reads, and an unknown line may be a TRACK.
  if (reportedCodes.has('BQ102') || tree.lines.some(({ kind, broken }) => kind === 'track' && broken))
    return [];
  const unread = symbols.names.filter((symbol) => symbol.kind === 'variable' && !isRead(symbol));
  if (unread.length === 0) return [];
  const mentioned = new Set(tree.lines.flatMap(({ mentions }) => mentions));
  const undefinedNames = symbols.names.filter(({ kind }) => kind === 'undefined').map(({ name }) => name);
  const variables = new Set(symbols.names.filter(({ kind }) => kind === 'variable').map(({ name }) => name));
  const suggestions = new Suggestions();
  const quoted = findQuotedNames(context).map(({ name }) => name);
  const meant = new Set([...namesOfLookAlikes(context), ...quoted]);
  return checkEach(unread, (symbol) => {
    if (mentioned.has(symbol.name) || meant.has(symbol.name)) return [];
    const definition = symbol.occurrences.find(({ role, form }) => role === 'definition' && form === 'name');
    const line = definition === undefined ? undefined : tree.lines[definition.line];
    if (definition === undefined || line === undefined || line.broken) return [];
    const setting = fixesOfSetting(context, line, symbol.name, definition.range);
    if (setting !== null)
      return [report('BQ405', `Unknown setting ${symbol.written}`, definition.range, { fixes: setting })];
    // Both are one mistake, reported where the other name is read.
    if (suggestions.nearest(symbol.name, undefinedNames) !== null) return [];
    const fixes = [removalFix(source, variables, symbol, line)];
    return [report('BQ403', `${symbol.written} is set but never used`, definition.range, { fixes })];
  });
}

/** Removing the line must not leave another name unread. */
function removalFix(
  source: Source,
  variables: ReadonlySet<string>,
  symbol: NameSymbol,
  line: Line,
): Fix | null {
  if (occurrencesOf(symbol, 'definition').length > 1) return null;
  const reads: string[] = [];
  visitReads(line, ({ name }) => reads.push(name));
  return reads.some((name) => variables.has(name)) ? null : removeLineFix(source, line.range);
}
