import { stringify, type Options } from 'csv-stringify/sync';
import type { Renderer } from './renderer.js';
import { jsonCell } from './result.js';
import type { Table } from './table.js';

const ROWS_AT_ONCE = 200;

/**
 * `escape_formulas` puts an apostrophe before a text that a spreadsheet would run; numbers that the model gave as JSON
 * numbers stay numbers, negative ones too.
 */
const OPTIONS: Options = { escape_formulas: true, record_delimiter: 'windows' };

// Without this mark Excel takes UTF-8 for an older encoding.
const BYTE_ORDER_MARK = '\ufeff';

/** Comma-separated values: a header row, then a row for each result. */
export const csvRenderer: Renderer = { all: renderTable, single: renderTable };

async function* renderTable(table: Table): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + stringify([[...table.columns]], OPTIONS);
  let records: (string | number)[][] = [];
  for await (const row of table.rows()) {
    records.push(row.cells.map((cell) => jsonCell(cell ?? null)));
    if (records.length < ROWS_AT_ONCE) continue;
    yield stringify(records, OPTIONS);
    records = [];
  }
  if (records.length > 0) yield stringify(records, OPTIONS);
}
