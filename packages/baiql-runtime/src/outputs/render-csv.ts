import { stringify } from 'csv-stringify/sync';
import { CSV_FORMAT } from './csv-format.js';
import type { Renderer } from './formats.js';
import { jsonCell } from './result.js';
import { cellsOf, type Cells, type Table } from './table.js';

const ROWS_PER_CHUNK = 200;

// Without a byte-order mark, Excel misreads UTF-8 as a legacy encoding.
const BYTE_ORDER_MARK = '\ufeff';

const renderTable = (table: Table): AsyncGenerator<string> => writeCsv(table.columns, cellsOf(table));

/** Comma-separated values: a header row, then one row per result. */
export const csvRenderer: Renderer = { all: renderTable, single: renderTable };

/** Comma-separated values, a few hundred rows per chunk. No text is executed as a formula. */
export async function* writeCsv(
  columns: readonly string[],
  rows: AsyncIterable<Cells>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + stringify([[...columns]], CSV_FORMAT);
  let records: (string | number)[][] = [];
  for await (const cells of rows) {
    records.push(cells.map((cell) => jsonCell(cell ?? null)));
    if (records.length < ROWS_PER_CHUNK) continue;
    yield stringify(records, CSV_FORMAT);
    records = [];
  }
  if (records.length > 0) yield stringify(records, CSV_FORMAT);
}
