import type { Diagnostic, Fix, RelatedPlace } from '../../diagnostics/diagnostic.js';
import { addLineBeforeFix } from '../../diagnostics/line-fixes.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { isReservedWord } from '../../parsing/tokens.js';
import { foldName, isName, namesOfColumns, wordsOf } from '../../source/names.js';
import { nearest, nearestColumn, Suggestions } from '../../source/nearest.js';
import { isRead, type NameSymbol, type Occurrence, occurrencesOf } from '../../symbols/symbols.js';
import type { Line } from '../../tree/index.js';
import { LOAD_TYPES } from '../../vocabulary/file-kinds.js';
import {
  COUNT_WORDS,
  COUNTER_WORDS,
  meansEmpty,
  meantBy,
  OPTION_SYNONYMS,
  REPLY_WORDS,
  SWITCH_WORDS,
  TRUTH_WORDS,
} from '../../vocabulary/synonyms.js';
import { BUILT_IN_WORDS, INPUT_WORDS, SETTING_WORDS } from '../../vocabulary/vocabulary.js';
import { checkEach, type RuleContext } from '../rule.js';
import { quoted } from '../../meaning/parts.js';
import type { LoadedTable, TableColumns } from '../tables.js';
import { nameOfText } from './name-of-text.js';

/** Maximum number of other occurrences listed. */
const MAX_PLACES = 20;

/** Maximum numbers of tables and of their columns listed for an unknown name. */
const MAX_TABLES = 3;
const MAX_COLUMNS = 20;

/** An undefined name with the occurrences to report. */
interface Undefined {
  readonly symbol: NameSymbol;
  readonly first: Occurrence;
  readonly others: readonly Occurrence[];
}

/** Undefined names, each reported once at its first read. */
export function undefinedNames(context: RuleContext): Diagnostic[] {
  const { source, symbols, tables } = context;
  if (tables.uncertain || symbols.names.every(({ kind }) => kind !== 'undefined')) return [];
  const all = undefinedSymbols(context);
  const rows = columnsOfRows(context, all) ?? columnsElsewhere(context, all);
  const unknown = rows === null ? all : all.filter((each) => !rows.explained.has(each));
  if (unknown.length === 0) return rows === null ? [] : [rows.diagnostic];
  const fixesOf = undefinedFixes(context);
  const columns = tables.loaded.slice(0, MAX_TABLES).map(({ path, names }) => ({
    message: `Its columns, by its first row: ${names.slice(0, MAX_COLUMNS).join(', ')}${names.length > MAX_COLUMNS ? ', …' : ''}`,
    range: path.range,
  }));
  const found = checkEach(unknown, ({ symbol, first, others }) => {
    const written = source.slice(first.range);
    const places = others
      .slice(0, MAX_PLACES)
      .map(({ outer }) => ({ message: 'Read here too', range: outer }));
    const references = referencesNamed(context, symbol.name);
    const related = [...(references.length > 0 ? references : columns), ...places];
    const fixes = fixesOf(symbol, first);
    return [report('BQ401', `Undefined variable {${written}}`, first.outer, { related, fixes })];
  });
  return rows === null ? found : [rows.diagnostic, ...found];
}

/** `{REF}`, and `{RUBRIC}` where rubric.docx is loaded as one. */
function referencesNamed({ source, lines }: RuleContext, name: string): RelatedPlace[] {
  return lines.of('load').flatMap(({ type, path }) => {
    if (type?.word !== 'REF' || path === null) return [];
    const isMeant = name === 'REF' || wordsOf(source.slice(path.range)).includes(name);
    return isMeant
      ? [{ message: 'Sent with every prompt, which needs no name for it', range: path.range }]
      : [];
  });
}

/** Columns of a table not loaded as rows: one mistake, however many columns are read. */
function columnsOfRows(
  { source, tables }: RuleContext,
  unknown: readonly Undefined[],
): { readonly diagnostic: Diagnostic; readonly explained: ReadonlySet<Undefined> } | null {
  for (const { names, type } of tables.notRows) {
    const explained = unknown.filter(({ symbol }) => names.has(symbol.name));
    const [first, ...others] = explained;
    if (first === undefined) continue;
    const places = others.map((each) => ({ message: 'Read here too', range: each.first.outer }));
    const related = [{ message: 'AS FILE gives rows', range: type.range }, ...places.slice(0, MAX_PLACES)];
    const fixes = [replaceFix('Load it AS FILE, which gives rows', type.range, 'FILE')];
    const message = `Undefined variable {${source.slice(first.first.range)}}`;
    const diagnostic = report('BQ401', message, first.first.outer, { related, fixes });
    return { diagnostic, explained: new Set(explained) };
  }
  return null;
}

/** Columns found further down in a table, below a title that was taken for the header, or in another sheet. */
function columnsElsewhere(
  { source, tables }: RuleContext,
  unknown: readonly Undefined[],
): { readonly diagnostic: Diagnostic; readonly explained: ReadonlySet<Undefined> } | null {
  const headers = tables.loaded.flatMap((table) =>
    table.load.header === null ? [...placesOfHeader(table)].map((place) => ({ ...place, ...table })) : [],
  );
  let explained: readonly Undefined[] = [];
  let best: (typeof headers)[number] | null = null;
  // Of rows that have some of the names, the one with the most: headers may span several rows.
  for (const header of headers) {
    const names = new Set(namesOfColumns(header.row));
    const found = unknown.filter(({ symbol }) => names.has(symbol.name));
    if (found.length > explained.length) [explained, best] = [found, header];
  }
  const [first, ...others] = explained;
  if (first === undefined || best === null) return null;
  const places = others.map((each) => ({ message: 'Read here too', range: each.first.outer }));
  const related = [{ message: best.message, range: best.path.range }, ...places.slice(0, MAX_PLACES)];
  const end = best.load.range.end.offset;
  const fix = replaceFix(best.title, source.range(end, end), best.words);
  const message = `Undefined variable {${source.slice(first.first.range)}}`;
  const diagnostic = report('BQ401', message, first.first.outer, { related, fixes: [fix] });
  return { diagnostic, explained: new Set(explained) };
}

/** A row that may be a header, and the words of its LOAD that choose it. */
interface PlaceOfHeader {
  readonly row: readonly string[];
  readonly message: string;
  readonly title: string;
  readonly words: string;
}

function* placesOfHeader({ firstRows, otherSheets }: LoadedTable): Generator<PlaceOfHeader> {
  for (const [index, row] of firstRows.entries()) {
    const number = index + 1;
    const message = `Its column names are in row ${number}, below a title`;
    yield { row, message, title: `Read the column names from row ${number}`, words: ` HEADER ${number}` };
  }
  for (const { name, header, firstRows: rows } of otherSheets) {
    const sheet = quoted(name);
    const message = `Its column names are in sheet ${sheet}`;
    yield { row: header, message, title: `Read sheet ${sheet}`, words: ` SHEET ${sheet}` };
    for (const [index, row] of rows.entries()) {
      const number = index + 1;
      yield {
        row,
        message: `${message}, row ${number}`,
        title: `Read sheet ${sheet}, with the column names from row ${number}`,
        words: ` SHEET ${sheet} HEADER ${number}`,
      };
    }
  }
}

function undefinedSymbols(context: RuleContext): Undefined[] {
  const { symbols, tree } = context;
  const mentioned = new Set(tree.lines.flatMap((line) => mentionsOf(context, line)));
  const found = symbols.names.flatMap((symbol): Undefined[] => {
    if (symbol.kind !== 'undefined' || mentioned.has(symbol.name)) return [];
    const [first, ...others] = symbol.occurrences.filter((use) => isChecked(tree.lines[use.line], use));
    return first === undefined ? [] : [{ symbol, first, others }];
  });
  return withoutNameless(tree.lines, found);
}

/** `SET = 1` lacks a name: suggests the first undefined name after it. */
function withoutNameless(lines: readonly Line[], found: readonly Undefined[]): Undefined[] {
  let left = [...found];
  lines.forEach((line, index) => {
    if (!isAssignment(line) || line.name !== null) return;
    const missing = left.find(({ first }) => first.line > index);
    left = left.filter((each) => each !== missing);
  });
  return left;
}

/** Bare words on a broken line may not be names; settings have their own rule. */
function isChecked(line: Line | undefined, use: Occurrence): boolean {
  if (line === undefined || (line.broken && use.form === 'name')) return false;
  const isSetting =
    (line.kind === 'set' || line.kind === 'global') && SETTING_WORDS.has(line.name?.name ?? '');
  return !isSetting;
}

const COLUMN_SETTINGS = [...SETTING_WORDS].filter((word) => word.startsWith('LINES_'));

/** Names that a line may set: any word of an unknown line, and the columns of a mistyped LINES_HEADER. */
function mentionsOf({ source }: RuleContext, line: Line): readonly string[] {
  if (line.kind === 'unknown' || (line.broken && isAssignment(line))) return line.mentions;
  if ((line.kind !== 'set' && line.kind !== 'global') || line.name === null) return [];
  const { name, range } = line.name;
  if (SETTING_WORDS.has(name) || !COLUMN_SETTINGS.includes(nearest(name, SETTING_WORDS) ?? '')) return [];
  return wordsOf(source.text.slice(range.end.offset, line.range.end.offset));
}

function isAssignment(line: Line): line is Extract<Line, { kind: 'get' | 'set' | 'global' }> {
  return line.kind === 'get' || line.kind === 'set' || line.kind === 'global';
}

/** `IF A = yes`, `SET A = red`: an unquoted word used as a text; null if some occurrence contradicts that. */
function plainWord({ source, tree }: RuleContext, { written, occurrences }: NameSymbol): Fix | null {
  const isText = occurrences.every(({ form, line, range }) => {
    const place = tree.lines[line]?.range;
    if (form !== 'name' || place === undefined) return false;
    const before = source.text.slice(place.start.offset, range.start.offset);
    if (!/(?:=|\bCONTAINS)\s*$/i.test(before)) return false;
    // It can only be a boolean.
    if (/=\s*$/.test(before) && meantBy(written, TRUTH_WORDS) !== null) return false;
    if (!/^\s*(?:SET|GLOBAL)\s+\S+\s*=\s*$/i.test(before)) return true;
    // An assigned word in upper case may be a name.
    const isName = foldName(written) === written && meantBy(written, SWITCH_WORDS) === null;
    return range.end.offset === place.end.offset && !isName;
  });
  if (!isText) return null;
  const isNothing = meansEmpty(written, source.text, occurrences.length);
  const newText = isNothing ? '""' : `"${written}"`;
  const title = isNothing ? 'Write ""' : `Put quotes around ${written}`;
  return { title, edits: occurrences.flatMap(({ range }) => replaceFix('', range, newText).edits) };
}

/** `{COLUMN2}`, `{SPALTE_2}`: a column by its number. */
function numberedColumn(name: string): string | null {
  const [, word = '', number = ''] = /^(\p{L}{3,})_?([1-9]\d*)$/u.exec(name) ?? [];
  return meantBy(word, { COL: OPTION_SYNONYMS.COL }) === null ? null : `COL${number}`;
}

/** `{B}`, `{B2}`: a column by its letter, or by its first cell, as in a spreadsheet, where there are so many. */
function letteredColumn(name: string, { loaded }: TableColumns): string | null {
  const number = /^[A-Z][12]?$/.test(name) ? name.charCodeAt(0) - 64 : Infinity;
  return loaded.some(({ headers }) => number <= headers.length) ? `COL${number}` : null;
}

/** `IF REPLY CONTAINS "x"` after a RUN of the batch: a GET is missing. */
function replyTaken({ source, tree }: RuleContext, { name }: NameSymbol, use: Occurrence): Fix | null {
  const line = tree.lines[use.line];
  if (!REPLY_WORDS.includes(name) || isReservedWord(name) || line === undefined) return null;
  const before = tree.lines.slice(0, use.line);
  const opened = before.findLastIndex(({ kind }) => kind === 'batch-start' || kind === 'end-batch');
  if (!before.slice(opened + 1).some(({ kind }) => kind === 'run')) return null;
  const { offset } = line.range.start;
  return addLineBeforeFix(source, offset, `GET ${name}`, `Take it from the reply: GET ${name}`);
}

/** `TRACK SCORE`, `IF SCORE < 5` if an OUTPUT has FIELDS score: a GET from the JSON reply is missing. */
function fieldTaken({ source, tree }: RuleContext, { name }: NameSymbol, use: Occurrence): Fix | null {
  const isEnd = ({ kind }: Line): boolean => kind === 'batch-start' || kind === 'end-batch';
  const opened = tree.lines.findLastIndex((line, index) => index <= use.line && isEnd(line));
  for (const [index, line] of tree.lines.entries()) {
    if (index <= opened) continue;
    if (isEnd(line)) break;
    const field = line.kind === 'output' ? line.fields.find((each) => each.name.name === name) : undefined;
    if (field === undefined) continue;
    // A TRACK may be anywhere in its batch.
    const isTracked = tree.lines[use.line]?.kind === 'track';
    const first = tree.lines[isTracked ? index : Math.min(index, use.line)] ?? line;
    const before = tree.lines.slice(opened + 1, tree.lines.indexOf(first));
    if (!before.some(({ kind }) => kind === 'run')) return null;
    const taken = `GET ${name} FROM JSON "${field.name.written}"`;
    const { offset } = first.range.start;
    return addLineBeforeFix(source, offset, taken, `Take it from the reply: ${taken}`);
  }
  return null;
}

/** `{i}` in a LOOP. */
function iterationCounter(
  { scopes, tree }: RuleContext,
  { name }: NameSymbol,
  use: Occurrence,
): string | null {
  if (!COUNTER_WORDS.includes(name)) return null;
  const line = tree.lines[use.line];
  return scopes.placements.find((each) => each.line === line)?.inLoop === true ? 'LOOPCT' : null;
}

/** `LOOP UNTIL EOF`: a batch iterates by itself. */
const ALL_THERE_IS: ReadonlySet<string> = new Set(['EOF', 'ROWS', 'LINES', 'RECORDS']);

/** Fixes for undefined names, with everything shared precomputed. */
function undefinedFixes(context: RuleContext) {
  const { source, symbols, tables, tree } = context;
  const firstSet = new Map<string, number>();
  for (const symbol of symbols.names) {
    if (symbol.kind !== 'variable' && symbol.kind !== 'column') continue;
    const [first] = occurrencesOf(symbol, 'definition');
    if (first !== undefined && isName(symbol.written)) firstSet.set(symbol.written, first.line);
  }
  // A similar name that is otherwise unused is the intended one.
  const unused = symbols.names
    .filter((other) => other.kind === 'variable' && isName(other.written) && !isRead(other))
    .map(({ written }) => written);
  function* namesAt(line: number): Iterable<string> {
    for (const [written, setOn] of firstSet) if (setOn < line) yield written;
    yield* BUILT_IN_WORDS;
    yield* INPUT_WORDS;
  }
  const fieldNames = new Set(
    context.lines.of('output').flatMap(({ fields }) => fields.map(({ name }) => name.name)),
  );
  const hasRows = context.lines.of('load').some(({ type }) => type?.word === 'FILE');
  const suggestions = new Suggestions();
  return (symbol: NameSymbol, use: Occurrence): Fix[] => {
    const changeTo = (name: string): Fix => ({
      title: `Change to ${name}`,
      edits: symbol.occurrences.flatMap(({ range }) => replaceFix('', range, name).edits),
    });
    // `IF POINTS > five`, `SET MOST = twenty`
    const count = use.form === 'name' ? meantBy(symbol.written, COUNT_WORDS) : null;
    const before = source.text.slice(tree.lines[use.line]?.range.start.offset ?? 0, use.range.start.offset);
    if (count !== null && /(?:[<>]=?|[-+*/]|^\s*(?:SET|GLOBAL)\s+\S+\s*=)\s*$/i.test(before))
      return [changeTo(count)];
    if (ALL_THERE_IS.has(symbol.name)) return [];
    const meant = suggestions.nearestUnique(symbol.name, unused);
    if (meant !== null) return (firstSet.get(meant) ?? Infinity) < use.line ? [changeTo(meant)] : [];
    const word = plainWord(context, symbol);
    // A compared word is a text; an assigned one may be a boolean.
    const switched = use.form === 'name' && word === null ? meantBy(symbol.written, SWITCH_WORDS) : null;
    if (switched !== null) return [changeTo(switched)];
    const counted =
      numberedColumn(symbol.name) ??
      letteredColumn(symbol.name, tables) ??
      iterationCounter(context, symbol, use);
    if (counted !== null) return [changeTo(counted)];
    const isField = fieldNames.has(symbol.name);
    const taken = replyTaken(context, symbol, use) ?? (isField ? fieldTaken(context, symbol, use) : null);
    if (taken !== null) return [taken];
    if (symbol.name === 'REF' || referencesNamed(context, symbol.name).length > 0) return [];
    const like =
      suggestions.nearestUnique(symbol.name, tables.names) ??
      nearestColumn(symbol.name, tables.names) ??
      suggestions.nearestUnique(symbol.name, namesAt(use.line));
    // {INPUT2} identifies one of several.
    const losesNumber = like !== null && /\d$/.test(symbol.name) && !/\d/.test(like);
    const near = like === null || losesNumber ? nameOfText(context, use) : like;
    const first = tree.lines[symbol.occurrences[0]?.line ?? 0];
    const fixes = near === null ? [] : [changeTo(near)];
    if (word !== null) {
      // Names are usually upper case; a similar one that is not may be a typo.
      const isNameLike = symbol.written === symbol.name || (near !== null && near !== foldName(near));
      if (isNameLike) fixes.push(word);
      else fixes.unshift(word);
    }
    const isType = LOAD_TYPES.some((type) => type === symbol.name);
    // Setting it to an empty value would send the same text for every row, if it should be a column.
    const isOfRow = hasRows && (use.form === 'placeholder' || tree.lines[use.line]?.kind === 'load');
    if (first === undefined || isType || isOfRow || isReservedWord(symbol.name)) return fixes;
    const line = `SET ${symbol.name} = ""`;
    const define = addLineBeforeFix(source, first.range.start.offset, line, `Set ${symbol.name} first`);
    return [...fixes, define];
  };
}
