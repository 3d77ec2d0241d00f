import { matchColumns } from '@promptwell/baiql-lang/names';
import { compareKeys } from '../sources/choose-rows.js';
import { jsonCell, type JsonValue } from './result.js';
import type { Table, TableRow, TableShape } from './table.js';

/** `OUTPUT … SORT BY score DESC TOP 20`: the table's rows in that order, and no more of them. Equal ones stay in order. */
export function rankRows(table: Table, { sort, top }: Pick<TableShape, 'sort' | 'top'>): Table {
  if (sort === undefined && top === undefined) return table;
  return {
    ...table,
    async *rows() {
      const order = sort === undefined ? null : await orderOf(table, sort);
      // The best of what cannot be ranked would be any: all are written.
      const most = sort !== undefined && order === null ? undefined : top;
      let taken = 0;
      for await (const row of order === null ? table.rows() : inOrder(table, order.slice(0, most))) {
        if (most !== undefined && taken >= most) return;
        taken += 1;
        yield row;
      }
    },
  };
}

/** The places of the rows, from 0, in their new order; null where no reply has the column. Holds the cells of one column. */
async function orderOf(
  table: Table,
  { column, descending }: NonNullable<TableShape['sort']>,
): Promise<readonly number[] | null> {
  const [place] = matchColumns(table.columns, column);
  if (place === undefined) return null;
  const keys: string[] = [];
  for await (const { cells } of table.rows()) keys.push(textOf(cells[place]));
  return keys
    .map((key, index) => ({ key, index }))
    .sort((one, other) => compareKeys(one.key, other.key, descending))
    .map(({ index }) => index);
}

const textOf = (value: JsonValue | undefined): string => String(jsonCell(value ?? null));

/** Rows held at once while they are put in order; for more of them the table is read once more. */
const HELD_ROWS = 20_000;

async function* inOrder(table: Table, order: readonly number[]): AsyncGenerator<TableRow> {
  for (let from = 0; from < order.length; from += HELD_ROWS) {
    const wanted = order.slice(from, from + HELD_ROWS);
    const held = new Map<number, TableRow | undefined>(wanted.map((place) => [place, undefined]));
    let place = 0;
    for await (const row of table.rows()) {
      if (held.has(place)) held.set(place, row);
      place += 1;
    }
    for (const each of wanted) {
      const row = held.get(each);
      if (row !== undefined) yield row;
    }
  }
}
