import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { addLineBeforeFix, removeLineFix } from '../../diagnostics/line-fixes.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { isName } from '../../source/names.js';
import { nearest, Suggestions } from '../../source/nearest.js';
import type { Range } from '../../source/position.js';
import { Prefixes } from '../../source/prefixes.js';
import type { Source } from '../../source/source.js';
import { type NameSymbol, type Occurrence, occurrencesOf } from '../../symbols/symbols.js';
import { type Line, type Loop, type Script, visitReads, visitStatements } from '../../tree/index.js';
import { BUILT_IN_WORDS, INPUT_WORDS, SETTING_WORDS } from '../../vocabulary/vocabulary.js';
import { eachOf } from '../each-of.js';
import type { RuleContext } from '../rule.js';
import { acceptsValue } from './settings.js';

/** So many words of broken lines are taken for names. */
const MOST_MENTIONS = 1_000;

/** Names that nothing sets. */
export function undefinedNames(context: RuleContext): Diagnostic[] {
  const { source, symbols, tables, tree } = context;
  if (tables.uncertain) return [];
  const mentions = [...new Set(tree.lines.filter(mayDefine).flatMap((line) => line.mentions))];
  const maybe = mentions.slice(0, MOST_MENTIONS);
  const anyLength = new Prefixes(maybe);
  const words = new Prefixes(maybe.filter((word) => word.length > 1));
  const unknown = symbols.names.filter(
    ({ name, kind }) => kind === 'undefined' && !anyLength.startWith(name) && !words.begin(name),
  );
  const uses = unknown.flatMap((symbol) =>
    symbol.occurrences
      .filter((use) => isChecked(tree.lines[use.line], use))
      .map((occurrence) => ({ symbol, occurrence })),
  );
  if (uses.length === 0) return [];
  const fixesOf = undefinedFixes(context);
  return eachOf(uses, ({ symbol, occurrence }) => {
    const fixes = fixesOf(symbol, occurrence);
    const written = source.slice(occurrence.range);
    return [report('BQ401', `Undefined variable {${written}}`, occurrence.outer, { fixes })];
  });
}

/** What stands plainly on a broken line may be anything; and what a setting must be is said elsewhere. */
function isChecked(line: Line | undefined, use: Occurrence): boolean {
  if (line === undefined || (line.broken && use.form === 'name')) return false;
  const isSetting =
    (line.kind === 'set' || line.kind === 'global') && SETTING_WORDS.has(line.name?.name ?? '');
  return !isSetting;
}

/** Whether a line that is not understood may set names; a part of a name may be all that is left of it. */
function mayDefine(line: Line): boolean {
  return line.kind === 'unknown' || (line.broken && ['get', 'set', 'global'].includes(line.kind));
}

/** What the fixes of an undefined name are, with everything ready that is the same for all of them. */
function undefinedFixes({ source, symbols, tables, tree }: RuleContext) {
  const firstSet = new Map<string, number>();
  for (const symbol of symbols.names) {
    if (symbol.kind !== 'variable' && symbol.kind !== 'column') continue;
    const [first] = occurrencesOf(symbol, 'definition');
    if (first !== undefined && isName(symbol.written)) firstSet.set(symbol.written, first.line);
  }
  // A name that is near and has no other use is the one that is meant.
  const unused = symbols.names
    .filter((other) => other.kind === 'variable' && isName(other.written) && !isRead(other))
    .map(({ written }) => written);
  function* namesAt(line: number): Iterable<string> {
    for (const [written, setOn] of firstSet) if (setOn < line) yield written;
    yield* tables.names;
    yield* BUILT_IN_WORDS;
    yield* INPUT_WORDS;
  }
  const suggestions = new Suggestions();
  return (symbol: NameSymbol, use: Occurrence): Fix[] => {
    const changeTo = (name: string): Fix => replaceFix(`Change to ${name}`, use.range, name);
    const meant = suggestions.nearest(symbol.name, unused);
    if (meant !== null) return (firstSet.get(meant) ?? Infinity) < use.line ? [changeTo(meant)] : [];
    const near = suggestions.nearest(symbol.name, namesAt(use.line));
    const first = tree.lines[symbol.occurrences[0]?.line ?? 0];
    const fixes = near === null ? [] : [changeTo(near)];
    if (first === undefined) return fixes;
    const line = `SET ${symbol.name} = ""`;
    const define = addLineBeforeFix(source, first.range.start.offset, line, `Set ${symbol.name} first`);
    return [...fixes, define];
  };
}

/** Names that are read on a line before the first one that sets them. */
export function usedBeforeSet(context: RuleContext): Diagnostic[] {
  const { source, symbols, tables, tree } = context;
  const loopOf = outermostLoops(tree);
  return eachOf(symbols.names, (symbol) => {
    if (symbol.kind !== 'variable' || tables.names.has(symbol.name)) return [];
    const definition = occurrencesOf(symbol, 'definition')[0];
    if (definition === undefined) return [];
    const loop = loopOf(definition.range);
    const use = symbol.occurrences.find(
      (occurrence) =>
        occurrence.role === 'reference' &&
        occurrence.line <= definition.line &&
        isReadInOrder(tree.lines[occurrence.line]) &&
        // In a loop, what one turn sets the next one can read.
        (loop === null || loopOf(occurrence.range) !== loop),
    );
    if (use === undefined) return [];
    const related = [{ message: 'It is set here', range: definition.range }];
    const written = source.slice(use.range);
    return [report('BQ402', `{${written}} is used before it is set`, use.outer, { related })];
  });
}

/** Declarations are read when the batch begins, or speak of its end: their order does not count. */
function isReadInOrder(line: Line | undefined): boolean {
  return line !== undefined && line.kind !== 'track' && line.kind !== 'output';
}

/** Gives the loop that a place is in, of loops in each other the outermost; null when it is in none. */
function outermostLoops({ statements }: Script): (place: Range) => Loop | null {
  const loops: Loop[] = [];
  let end = -1;
  visitStatements(statements, (statement) => {
    if (statement.kind !== 'loop' || statement.range.start.offset < end) return;
    loops.push(statement);
    end = statement.range.end.offset;
  });
  return ({ start, end: placeEnd }) => {
    let low = 0;
    let high = loops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((loops[middle]?.range.end.offset ?? Infinity) < placeEnd.offset) low = middle + 1;
      else high = middle;
    }
    const loop = loops[low];
    return loop !== undefined && loop.range.start.offset <= start.offset ? loop : null;
  };
}

/** Names that are set and never read, those of mistyped settings among them. */
export function unusedNames(context: RuleContext): Diagnostic[] {
  const { source, symbols, tree, said } = context;
  // An unclosed block has swallowed what may have read them.
  if (said.has('BQ102')) return [];
  const mentioned = new Set(tree.lines.flatMap((line) => line.mentions));
  const undefinedNames = symbols.names.filter(({ kind }) => kind === 'undefined').map(({ name }) => name);
  const variables = new Set(symbols.names.filter(({ kind }) => kind === 'variable').map(({ name }) => name));
  const suggestions = new Suggestions();
  return eachOf(symbols.names, (symbol) => {
    if (symbol.kind !== 'variable' || mentioned.has(symbol.name) || isRead(symbol)) return [];
    const definition = symbol.occurrences.find(({ role, form }) => role === 'definition' && form === 'name');
    const line = definition === undefined ? undefined : tree.lines[definition.line];
    if (definition === undefined || line === undefined || line.broken || line.recovered) return [];
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

/** Whether a name is read on a line other than those that set it. */
function isRead(symbol: NameSymbol): boolean {
  const setting = new Set(occurrencesOf(symbol, 'definition').map(({ line }) => line));
  return symbol.occurrences.some(({ role, line }) => role === 'reference' && !setting.has(line));
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

/** Names of the engine that a script tries to set. */
export function engineNames({ symbols }: RuleContext): Diagnostic[] {
  const taken = symbols.names.filter(({ kind }) => kind === 'built-in' || kind === 'input');
  const assigned = taken.flatMap(({ name, occurrences }) =>
    occurrences
      .filter(({ role, form }) => role === 'definition' && form === 'name')
      .map(({ range }) => ({ name, range })),
  );
  return eachOf(assigned, ({ name, range }) => [
    report('BQ404', `${name} is set by the engine and cannot be assigned`, range),
  ]);
}
