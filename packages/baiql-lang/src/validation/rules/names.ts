import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { addLineBeforeFix, removeLineFix } from '../../diagnostics/line-fixes.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { isName } from '../../source/names.js';
import { nearest } from '../../source/nearest.js';
import type { Range } from '../../source/position.js';
import { type NameSymbol, type Occurrence, occurrencesOf } from '../../symbols/symbols.js';
import { type Line, visitReads, visitStatements } from '../../tree/index.js';
import { BUILT_IN_WORDS, INPUT_WORDS, SETTING_WORDS } from '../../vocabulary/vocabulary.js';
import type { RuleContext } from '../rule.js';
import { acceptsValue } from './settings.js';

/** Past this many, suggestions would cost more time than they save. */
const MOST_SUGGESTIONS = 200;

/** So many words of broken lines are taken for names. */
const MOST_MENTIONS = 1_000;

/** Names that nothing sets. */
export function undefinedNames(context: RuleContext): Diagnostic[] {
  let suggestions = 0;
  const { symbols, tables, tree } = context;
  if (tables.uncertain) return [];
  const maybe = [...new Set(tree.lines.filter(mayDefine).flatMap((line) => line.mentions))].slice(
    0,
    MOST_MENTIONS,
  );
  const unknown = symbols.names.filter(
    ({ name, kind }) =>
      kind === 'undefined' &&
      !maybe.some((word) => word.startsWith(name) || (word.length > 1 && name.startsWith(word))),
  );
  return unknown.flatMap((symbol) =>
    symbol.occurrences
      .filter((use) => isChecked(tree.lines[use.line], use))
      .map((occurrence) => {
        const fixes = suggestions++ < MOST_SUGGESTIONS ? undefinedFixes(context, symbol, occurrence) : [];
        const written = context.source.slice(occurrence.range);
        return report('BQ401', `Undefined variable {${written}}`, occurrence.outer, { fixes });
      }),
  );
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

function undefinedFixes(
  { source, symbols, tables, tree }: RuleContext,
  symbol: NameSymbol,
  use: Occurrence,
): Fix[] {
  const changeTo = (name: string | null): Fix[] =>
    name === null ? [] : [replaceFix(`Change to ${name}`, use.range, name)];
  const setBefore = symbols.names.filter(
    ({ kind, occurrences }) =>
      (kind === 'variable' || kind === 'column') &&
      occurrences.some(({ role, line }) => role === 'definition' && line < use.line),
  );
  // A name that is near and has no other use is the one that is meant.
  const unused = symbols.names.filter((other) => other.kind === 'variable' && !isRead(other));
  const meant = nearest(symbol.name, writtenOf(unused));
  if (meant !== null) return setBefore.some(({ written }) => written === meant) ? changeTo(meant) : [];

  const near = nearest(symbol.name, [
    ...writtenOf(setBefore),
    ...tables.names,
    ...BUILT_IN_WORDS,
    ...INPUT_WORDS,
  ]);
  const first = tree.lines[symbol.occurrences[0]?.line ?? 0];
  const line = `SET ${symbol.name} = ""`;
  const define =
    first === undefined
      ? []
      : [addLineBeforeFix(source, first.range.start.offset, line, `Set ${symbol.name} first`)];
  return [...changeTo(near), ...define];
}

function writtenOf(symbols: readonly NameSymbol[]): string[] {
  return symbols.map(({ written }) => written).filter(isName);
}

/** Names that are read on a line before the first one that sets them. */
export function usedBeforeSet(context: RuleContext): Diagnostic[] {
  const { source, symbols, tables, tree } = context;
  const loops: Range[] = [];
  visitStatements(tree.statements, (statement) => {
    if (statement.kind === 'loop') loops.push(statement.range);
  });
  return symbols.names.flatMap((symbol) => {
    if (symbol.kind !== 'variable' || tables.names.has(symbol.name)) return [];
    const definition = occurrencesOf(symbol, 'definition')[0];
    if (definition === undefined) return [];
    const use = symbol.occurrences.find(
      (occurrence) =>
        occurrence.role === 'reference' &&
        occurrence.line <= definition.line &&
        isReadInOrder(tree.lines[occurrence.line]) &&
        !loops.some((loop) => contains(loop, occurrence.range) && contains(loop, definition.range)),
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

function contains(outer: Range, inner: Range): boolean {
  return outer.start.offset <= inner.start.offset && inner.end.offset <= outer.end.offset;
}

/** Names that are set and never read, those of mistyped settings among them. */
export function unusedNames(context: RuleContext): Diagnostic[] {
  const { symbols, tree, said } = context;
  // An unclosed block has swallowed what may have read them.
  if (said.has('BQ102')) return [];
  const mentioned = new Set(tree.lines.flatMap((line) => line.mentions));
  const undefinedNames = symbols.names.filter(({ kind }) => kind === 'undefined').map(({ name }) => name);
  return symbols.names.flatMap((symbol) => {
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
    if (nearest(symbol.name, undefinedNames) !== null) return [];
    const fixes = [removalFix(context, symbol, line)];
    return [report('BQ403', `${symbol.written} is set but never used`, definition.range, { fixes })];
  });
}

/** Whether a name is read on a line other than those that set it. */
function isRead(symbol: NameSymbol): boolean {
  const setting = new Set(occurrencesOf(symbol, 'definition').map(({ line }) => line));
  return symbol.occurrences.some(({ role, line }) => role === 'reference' && !setting.has(line));
}

/** Removing the line must not leave another name unread. */
function removalFix({ source, symbols }: RuleContext, symbol: NameSymbol, line: Line): Fix | null {
  if (occurrencesOf(symbol, 'definition').length > 1) return null;
  const reads = new Set<string>();
  visitReads(line, (read) => reads.add(read.name));
  const onlyHere = symbols.names.some(({ name, kind }) => kind === 'variable' && reads.has(name));
  return onlyHere ? null : removeLineFix(source, line.range);
}

/** Names of the engine that a script tries to set. */
export function engineNames({ symbols }: RuleContext): Diagnostic[] {
  return symbols.names.flatMap((symbol) => {
    if (symbol.kind !== 'built-in' && symbol.kind !== 'input') return [];
    return symbol.occurrences
      .filter(({ role, form }) => role === 'definition' && form === 'name')
      .map(({ range }) =>
        report('BQ404', `${symbol.name} is set by the engine and cannot be assigned`, range),
      );
  });
}
