import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { columnNumber, findColumn, foldName } from '../../source/names.js';
import { nearest, nearestColumn } from '../../source/nearest.js';
import type { Range } from '../../source/position.js';
import { type Batch, type Line, plainText, type Text } from '../../tree/index.js';
import { eachOf, type RuleContext } from '../rule.js';
import type { LoadedTable } from '../tables.js';

/** With the files at hand: columns past the last one. */
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
    ...eachOf(named, ({ line, column, outer }) => check(tree.lines[line], column, outer)),
    ...eachOf(lines.of('get'), (line) =>
      line.column === null ? [] : check(line, line.column.value, line.column.range),
    ),
  ];
}

const MOST_LISTED = 8;

/** With the files at hand: columns that a MATCH or a GET names, and the tables do not have. */
export function namedColumnsExist({ scopes, tables }: RuleContext): Diagnostic[] {
  const loaded = new Map<Line, LoadedTable>(tables.loaded.map((table) => [table.load, table]));
  return [
    ...eachOf(tables.loaded, (table) => withoutColumn(table.load.match, [table])),
    ...eachOf(scopes.batches, ({ batch, lines, loads }) => {
      // A table that is not known may have it.
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
  if (tables.some(({ headers }) => findColumn(headers, asked) !== null)) return [];
  const headers = tables.flatMap((table) => table.headers);
  const meant = nearest(asked, headers) ?? meantColumn(foldName(asked.trim()), headers);
  const more = headers.length > MOST_LISTED ? ', …' : '';
  const listed = `${headers.slice(0, MOST_LISTED).join(', ')}${more}`;
  const [only, ...others] = tables.map(({ path }) => plainText(path));
  const where = others.length > 0 ? 'The batch' : (only ?? 'The table');
  const fixes = [changeToFix(column.range, meant === null ? null : `"${meant}"`)];
  return [report('BQ413', `${where} has no column ${asked}. It has ${listed}`, column.range, { fixes })];
}

function meantColumn(name: string, headers: readonly string[]): string | null {
  const found = nearestColumn(name, headers.map(foldName));
  return headers.find((header) => foldName(header) === found) ?? null;
}
