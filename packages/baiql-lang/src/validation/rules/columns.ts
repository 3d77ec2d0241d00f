import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { changeToFix, replaceFix, report } from '../../diagnostics/report.js';
import {
  columnNumber,
  matchColumns,
  findColumn,
  foldName,
  isName,
  nameOfHeader,
} from '../../source/names.js';
import { nearest, nearestColumn } from '../../source/nearest.js';
import { isLoadable } from '../../source/paths.js';
import type { Range } from '../../source/position.js';
import { type Batch, type Line, type LoadLine, plainText, type Text } from '../../tree/index.js';
import { type Occurrence, occurrencesOf } from '../../symbols/symbols.js';
import { checkEach, type RuleContext } from '../rule.js';
import type { LoadedTable } from '../tables.js';

/** With known files: column numbers past the last column. */
export function columnsExist({ lines, scopes, symbols, tables, tree }: RuleContext): Diagnostic[] {
  if (tables.widest.size === 0) return [];
  const batchOf = new Map<Line, Batch | null>(scopes.placements.map(({ line, batch }) => [line, batch]));
  const check = (line: Line | undefined, column: number, range: Range): Diagnostic[] => {
    const batch = line === undefined ? null : (batchOf.get(line) ?? null);
    const table = batch === null ? undefined : tables.widest.get(batch);
    if (table === undefined || column <= table.columns) return [];
    const count = table.columns === 1 ? '1 column' : `${table.columns} columns`;
    return [report('BQ406', `${table.path} has only ${count}`, range)];
  };
  const named = symbols.names.flatMap(({ name, occurrences }) => {
    const column = columnNumber(name);
    return column === null ? [] : occurrences.map(({ line, outer }) => ({ line, column, outer }));
  });
  return [
    ...checkEach(named, ({ line, column, outer }) => check(tree.lines[line], column, outer)),
    ...checkEach(lines.of('get'), (line) =>
      line.column === null ? [] : check(line, line.column.value, line.column.range),
    ),
  ];
}

/** Columns by number although no loaded source has columns: every transaction would fail. */
export function columnsNeedRows(context: RuleContext): Diagnostic[] {
  const { lines, scopes, source, symbols, tree } = context;
  const uses = symbols.names
    .filter(({ name }) => columnNumber(name) !== null)
    .flatMap((symbol) => occurrencesOf(symbol, 'reference'))
    .sort((left, right) => left.outer.start.offset - right.outer.start.offset);
  if (uses.length === 0 || isSourceUncertain(context)) return [];
  const namesColumns = lines.of('set', 'global').some(({ name }) => COLUMN_SETTINGS.has(name?.name ?? ''));
  return checkEach(scopes.batches, ({ batch, lines: own, loads }) => {
    const types = new Set(loads.map(({ type }) => type?.word));
    if (batch.damaged || types.has('FILE') || (types.has('LINES') && namesColumns)) return [];
    const within = new Set<Line | undefined>(own);
    const [first, ...others] = uses.filter(({ line }) => within.has(tree.lines[line]));
    if (first === undefined) return [];
    const column = `{${source.slice(first.range)}}`;
    const related = others.map(({ outer }) => ({ message: 'Read here too', range: outer }));
    if (types.has('LINES')) {
      const message = `${column} needs the columns of the lines (SET LINES_NOHEADER)`;
      return [report('BQ427', message, first.outer, { related })];
    }
    const fixes = loads.map(asTable);
    return [report('BQ426', `${column} needs a table (LOAD … AS FILE)`, first.outer, { related, fixes })];
  });
}

/** True if some LOAD, or a line that may be one, has an error. */
function isSourceUncertain({ tree, scopes }: RuleContext): boolean {
  return (
    tree.lines.some((line) => line.kind === 'unknown') ||
    scopes.placements.some(({ line, batch }) => line.kind === 'load' && (batch === null || line.broken))
  );
}

/** `LOAD "roster.csv" AS WORK`, whose columns are read. */
function asTable({ path, type }: LoadLine): Fix | null {
  const plain = path === null ? null : plainText(path);
  if (type === null || plain === null || !isLoadable(plain, 'FILE')) return null;
  return replaceFix('Load it AS FILE, which gives rows', type.range, 'FILE');
}

const COLUMN_SETTINGS: ReadonlySet<string> = new Set(['LINES_HEADER', 'LINES_NOHEADER']);

const MAX_LISTED = 8;

/** With known files: columns named by MATCH or GET that the tables do not have. */
export function namedColumnsExist({ scopes, tables }: RuleContext): Diagnostic[] {
  const loaded = new Map<Line, LoadedTable>(tables.loaded.map((table) => [table.load, table]));
  return [
    ...checkEach(tables.loaded, (table) => [
      ...withoutColumn(table.load.match, [table]),
      ...withoutColumn(table.load.sortBy, [table]),
    ]),
    ...checkEach(scopes.batches, ({ batch, lines, loads }) => {
      // An unknown table may have it.
      if (tables.uncertain || !tables.widest.has(batch)) return [];
      const rows = loads.flatMap((load) => loaded.get(load) ?? []);
      return lines.flatMap((line) =>
        line.kind === 'get' && !line.broken ? withoutColumn(line.header, rows) : [],
      );
    }),
  ];
}

function withoutColumn(column: Text | null, tables: readonly LoadedTable[]): Diagnostic[] {
  const asked = column?.closed === true ? plainText(column) : null;
  if (column === null || asked === null) return [];
  const having = tables.find(({ headers }) => findColumn(headers, asked) !== null);
  if (having !== undefined) {
    const places = matchColumns(having.headers, asked);
    if (places.length === 1) return [];
    const fixes = places.map((place) => {
      const header = `"${having.headers[place]}"`;
      return replaceFix(`Use ${header}`, column.range, header);
    });
    return [report('BQ424', fitsSeveral(asked, having, places), column.range, { fixes })];
  }
  const headers = tables.flatMap((table) => table.headers);
  const meant = nearest(asked, headers) ?? meantColumn(foldName(asked.trim()), headers);
  const more = headers.length > MAX_LISTED ? ', …' : '';
  const listed = `${headers.slice(0, MAX_LISTED).join(', ')}${more}`;
  const [only, ...others] = tables.map(({ path }) => plainText(path));
  const where = others.length > 0 ? 'The batch' : (only ?? 'The table');
  const fixes = [changeToFix(column.range, meant === null ? null : `"${meant}"`)];
  return [report('BQ413', `${where} has no column ${asked}. It has ${listed}`, column.range, { fixes })];
}

function meantColumn(name: string, headers: readonly string[]): string | null {
  const found = nearestColumn(name, headers.map(foldName));
  return headers.find((header) => foldName(header) === found) ?? null;
}

/** With known files: ambiguous placeholders, whose name belongs to several columns of the row. */
export function sharedNames({ source, scopes, symbols, tables, tree }: RuleContext): Diagnostic[] {
  const batchOf = new Map<Line | undefined, Batch | null>(
    scopes.placements.map(({ line, batch }) => [line, batch]),
  );
  return checkEach(tables.loaded, (table) => {
    const shared = sharedPlaces(table);
    if (shared.size === 0) return [];
    const batch = batchOf.get(table.load);
    const others = tables.loaded.filter((each) => each !== table && batchOf.get(each.load) === batch);
    return symbols.names.flatMap(({ name, kind, occurrences }) => {
      const places = kind === 'column' || kind === 'built-in' ? shared.get(name) : undefined;
      if (places === undefined || others.some(({ names }) => names.includes(name))) return [];
      const uses = occurrences.filter(({ line }) => batchOf.get(tree.lines[line]) === batch);
      const [first, ...more] = uses;
      if (first === undefined) return [];
      // Numbers refer to the batch's first table.
      const fixes = others.length > 0 ? [] : places.map((place) => useColumn(table, place, uses));
      const related = more.map(({ outer }) => ({ message: 'Read here too', range: outer }));
      const message = fitsSeveral(`{${source.slice(first.range)}}`, table, places);
      return [report('BQ424', message, first.outer, { related, fixes })];
    });
  });
}

/** Indexes of columns that share a name, by name. */
function sharedPlaces({ headers, names }: LoadedTable): ReadonlyMap<string, readonly number[]> {
  const own = new Set(names);
  const shared = new Map<string, number[]>();
  for (const [place, header] of headers.entries()) {
    const name = nameOfHeader(header);
    if (own.has(name) || !isName(name)) continue;
    shared.set(name, [...(shared.get(name) ?? []), place]);
  }
  return shared;
}

function useColumn({ headers, names }: LoadedTable, place: number, uses: readonly Occurrence[]): Fix {
  const name = names[place] ?? '';
  const edits = uses.flatMap(({ range }) => replaceFix('', range, name).edits);
  return { title: `Use ${name}, which is ${headers[place]}`, edits };
}

function fitsSeveral(asked: string, { headers }: LoadedTable, places: readonly number[]): string {
  return `${asked} fits several columns: ${places.map((place) => headers[place]).join(', ')}`;
}
