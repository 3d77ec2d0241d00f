import type { Renderer } from './formats.js';
import { cellsOf, type Cells, type Table } from './table.js';

/** A JSON array with one object per result; a single result is just the object. */
export const jsonRenderer: Renderer = { all: renderArray, single: renderObject };

function renderArray(table: Table): AsyncGenerator<string> {
  return writeJsonRows(table.columns, cellsOf(table));
}

/** A JSON array with one object per row, keyed by the columns. */
export async function* writeJsonRows(
  columns: readonly string[],
  rows: AsyncIterable<Cells>,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const cells of rows) {
    yield separator + rowObject(columns, cells, '  ');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* renderObject(table: Table): AsyncGenerator<string> {
  for await (const cells of cellsOf(table)) yield `${rowObject(table.columns, cells, '')}\n`;
}

/** Serialized key by key: an object would lose keys such as `__proto__` and reorder numeric ones. */
function rowObject(columns: readonly string[], cells: Cells, indent: string): string {
  const lines = columns.flatMap((column, index) => {
    const cell = cells[index];
    return cell === undefined ? [] : [`${indent}  ${JSON.stringify(column)}: ${JSON.stringify(cell)}`];
  });
  return `${indent}{\n${lines.join(',\n')}\n${indent}}`;
}
