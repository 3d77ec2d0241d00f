import type { Renderer } from './renderer.js';
import type { Table, TableRow } from './table.js';

/** A JSON array with an object for each result; a single result is the object alone. */
export const jsonRenderer: Renderer = { all: renderArray, single: renderObject };

async function* renderArray(table: Table): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of table.rows()) {
    yield separator + rowObject(table.columns, row, '  ');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* renderObject(table: Table): AsyncGenerator<string> {
  for await (const row of table.rows()) yield `${rowObject(table.columns, row, '')}\n`;
}

/** Written key by key: as an object, keys such as `__proto__` would be lost and number keys would move to the front. */
function rowObject(columns: readonly string[], row: TableRow, indent: string): string {
  const lines = columns.flatMap((column, index) => {
    const cell = row.cells[index];
    return cell === undefined ? [] : [`${indent}  ${JSON.stringify(column)}: ${JSON.stringify(cell)}`];
  });
  return `${indent}{\n${lines.join(',\n')}\n${indent}}`;
}
