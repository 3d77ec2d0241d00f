import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { columnNumber, findColumn, foldName } from '../../source/names.js';
import { nearest, nearestColumn } from '../../source/nearest.js';
import type { Range } from '../../source/position.js';
import { type Batch, type Line, plainText } from '../../tree/index.js';
import { eachOf } from '../each-of.js';
import type { RuleContext } from '../rule.js';

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

/** With the files at hand: a MATCH that names no column of its table. */
export function matchColumnsExist({ tables }: RuleContext): Diagnostic[] {
  return eachOf(tables.loaded, ({ load: { match }, path, headers }) => {
    const asked = match?.closed === true ? plainText(match) : null;
    if (match === null || asked === null) return [];
    if (findColumn(headers, asked) !== null) return [];
    const meant = nearest(asked, headers) ?? meantColumn(foldName(asked.trim()), headers);
    const more = headers.length > MOST_LISTED ? ', …' : '';
    const listed = `${headers.slice(0, MOST_LISTED).join(', ')}${more}`;
    return [
      report(
        'BQ413',
        `${plainText(path) ?? 'The table'} has no column ${asked}. It has ${listed}`,
        match.range,
        { fixes: [changeToFix(match.range, meant === null ? null : `"${meant}"`)] },
      ),
    ];
  });
}

function meantColumn(name: string, headers: readonly string[]): string | null {
  const found = nearestColumn(name, headers.map(foldName));
  return headers.find((header) => foldName(header) === found) ?? null;
}
