import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { columnNumber } from '../../source/names.js';
import type { Range } from '../../source/position.js';
import type { Batch, Line } from '../../tree/index.js';
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
