import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { removeLineFix } from '../../diagnostics/line-fixes.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { diagnosticsOf } from '../../parsing/parse-line.js';
import { nearest, Suggestions } from '../../source/nearest.js';
import type { Source } from '../../source/source.js';
import { isRead, type NameSymbol, occurrencesOf } from '../../symbols/symbols.js';
import { type Line, visitReads } from '../../tree/index.js';
import { meantBy, MODEL_OPTIONS } from '../../vocabulary/synonyms.js';
import { COMMAND_WORDS, SETTING_WORDS } from '../../vocabulary/vocabulary.js';
import { eachOf, type RuleContext } from '../rule.js';
import { findQuotedNames } from './comparisons.js';
import { namesOfLookAlikes } from './look-alikes.js';
import { acceptsValue } from './settings.js';

/** Names that are set and never read, those of mistyped settings among them. */
export function unusedNames(context: RuleContext): Diagnostic[] {
  const { source, symbols, tree, said } = context;
  // An unclosed block has swallowed what may have read them, and a TRACK that is not understood may be to.
  if (said.has('BQ102') || tree.lines.some(({ kind, broken }) => kind === 'track' && broken)) return [];
  const unread = symbols.names.filter((symbol) => symbol.kind === 'variable' && !isRead(symbol));
  if (unread.length === 0) return [];
  const mentioned = new Set(tree.lines.flatMap(({ mentions }) => mentions));
  const undefinedNames = symbols.names.filter(({ kind }) => kind === 'undefined').map(({ name }) => name);
  const variables = new Set(symbols.names.filter(({ kind }) => kind === 'variable').map(({ name }) => name));
  const suggestions = new Suggestions();
  const quoted = findQuotedNames(context).map(({ name }) => name);
  const meant = new Set([...namesOfLookAlikes(context), ...quoted]);
  return eachOf(unread, (symbol) => {
    if (mentioned.has(symbol.name) || meant.has(symbol.name)) return [];
    const definition = symbol.occurrences.find(({ role, form }) => role === 'definition' && form === 'name');
    const line = definition === undefined ? undefined : tree.lines[definition.line];
    if (definition === undefined || line === undefined || line.broken) return [];
    const meantFixes = fixesOfCommand(context, line, symbol.name);
    if (meantFixes !== null)
      return [report('BQ405', `Unknown setting ${symbol.written}`, definition.range, { fixes: meantFixes })];
    const setting = line.kind === 'get' ? null : nearest(symbol.name, SETTING_WORDS);
    if (setting !== null) {
      const canBe = (line.kind === 'set' || line.kind === 'global') && acceptsValue(setting, line.value);
      const fix = replaceFix(`Change to ${setting}`, definition.range, setting);
      const fixes = [canBe ? fix : null];
      return [report('BQ405', `Unknown setting ${symbol.written}`, definition.range, { fixes })];
    }
    // The two are one mistake, which is spoken of where the other name is read.
    if (suggestions.nearest(symbol.name, undefinedNames) !== null) return [];
    const fixes = [removalFix(source, variables, symbol, line)];
    return [report('BQ403', `${symbol.written} is set but never used`, definition.range, { fixes })];
  });
}

const LIMIT_OPTIONS: ReadonlySet<string> = new Set(['PARALLEL', 'COST']);

/**
 * `SET MODEL = "gpt-4o"`, `SET TEMPERATURE = 0.2`: commands and their options are written, not set. Null where the name is
 * none of them.
 */
function fixesOfCommand({ source, scopes }: RuleContext, line: Line, name: string): (Fix | null)[] | null {
  if ((line.kind !== 'set' && line.kind !== 'global') || line.value === null) return null;
  const value = source.slice(line.value.range);
  const option = meantBy(name, MODEL_OPTIONS);
  if (option === null) {
    if (!COMMAND_WORDS.has(name) && !LIMIT_OPTIONS.has(name)) return null;
    const statement = `${LIMIT_OPTIONS.has(name) ? 'LIMIT ' : ''}${name} ${value}`;
    const isSound = diagnosticsOf(statement).length === 0;
    return [isSound ? replaceFix(`Write ${statement}`, line.range, statement) : null];
  }
  const models = scopes.batches
    .filter(({ lines }) => lines.includes(line))
    .flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'model'));
  const [model] = models;
  if (model === undefined || models.length > 1) return [null];
  const newText = ` ${option} ${value}`;
  const statement = source.slice(model.range) + newText;
  if (diagnosticsOf(statement).length > 0) return [null];
  const end = model.range.end.offset;
  const written = replaceFix(`Write ${statement}`, source.range(end, end), newText);
  return [{ ...written, edits: [...written.edits, ...removeLineFix(source, line.range).edits] }];
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
