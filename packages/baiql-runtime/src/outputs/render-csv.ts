import { stringify, type Options } from 'csv-stringify/sync';
import type { Renderer } from './formats.js';
import { isNegativeNumber, jsonCell } from './result.js';
import { cellsOf, type Cells, type Table } from './table.js';

const ROWS_AT_ONCE = 200;

/** `escape_formulas` puts an apostrophe before a text that a spreadsheet would run; negative numbers stay numbers. */
const OPTIONS: Options = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // A line break by itself, as replies have it, ends a row as well.
  quote_record_delimiter: true,
  cast: { string: (text) => (isNegativeNumber(text) ? { value: text, escape_formulas: false } : text) },
};

// Without this mark Excel takes UTF-8 for an older encoding.
const BYTE_ORDER_MARK = '\ufeff';

const renderTable = (table: Table): AsyncGenerator<string> => writeCsv(table.columns, cellsOf(table));

/** Comma-separated values: a header row, then a row for each result. */
export const csvRenderer: Renderer = { all: renderTable, single: renderTable };

/** Comma-separated values, a few hundred rows at a time. No cell of text runs as a formula. */
export async function* writeCsv(
  columns: readonly string[],
  rows: AsyncIterable<Cells>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + stringify([[...columns]], OPTIONS);
  let records: (string | number)[][] = [];
  for await (const cells of rows) {
    records.push(cells.map((cell) => jsonCell(cell ?? null)));
    if (records.length < ROWS_AT_ONCE) continue;
    yield stringify(records, OPTIONS);
    records = [];
  }
  if (records.length > 0) yield stringify(records, OPTIONS);
}
