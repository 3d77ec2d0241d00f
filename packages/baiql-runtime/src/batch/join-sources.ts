import { TransactionError } from '../interpreter/script-error.js';
import { columnNames, type TableRow } from '../interpreter/transaction-input.js';
import { splitExtension, type AreaFile } from '../paths/index.js';
import {
  collectKeys,
  foldKey,
  joinRowsAndFiles,
  keyColumn,
  type OpenedRows,
  type Row,
} from '../sources/index.js';
import type { DocumentReadOptions } from './batch-sources.js';
import type { OpenedLoad } from './open-batch.js';

/** Data joined to a transaction's own row or file. */
export interface Joined {
  readonly rows: readonly TableRow[];
  readonly files: readonly { readonly load: DocumentReadOptions; readonly file: AreaFile }[];
}

type Addition<Item> = (item: Item) => Promise<Joined>;

/** Joins to each row: one file of each DIR, and the row of each other table with the same key. */
export async function joinForRows(
  driver: OpenedLoad,
  source: OpenedRows,
  others: readonly OpenedLoad[],
): Promise<Addition<Row>> {
  const additions: Addition<Row>[] = [];
  for (const other of others) {
    const match = other.match ?? driver.match;
    if (other.files !== null) {
      const keys = await collectKeys(source, driver.name, match);
      const join = joinRowsAndFiles(keys, other.files.files);
      const keyOf = keyReader(source, driver.name, match);
      additions.push((row) => {
        const file = taken(join.fileOf({ number: row.number, key: keyOf(row) }));
        return Promise.resolve({
          rows: [],
          files: [{ load: { ...other.load, writtenIn: other.writtenIn }, file }],
        });
      });
    } else if (other.rows !== null && other.load.type === 'FILE') {
      additions.push(await rowToRow(source, driver, other, other.rows));
    }
  }
  return combine(additions);
}

/** Joins to each file: the row of each table, and one file of each DIR. */
export async function joinForFiles(
  files: readonly AreaFile[],
  others: readonly OpenedLoad[],
): Promise<Addition<AreaFile>> {
  const additions: Addition<AreaFile>[] = [];
  for (const other of others) {
    if (other.rows !== null && other.load.type === 'FILE') {
      const { rows } = other;
      const join = joinRowsAndFiles(await collectKeys(rows, other.name, other.match), files);
      const columns = columnNames(rows.columns);
      additions.push(async (file) => {
        const row = await rows.row(taken(join.rowOf(file)));
        return { rows: row === undefined ? [] : [{ columns, values: checked(row).values }], files: [] };
      });
    } else if (other.files !== null) {
      // The file's own name is the key: `answers/anna-smith.txt` joins `essays/anna-smith.pdf`.
      const keyed = files.map((file, index) => ({ number: index + 1, key: splitExtension(file.name)[0] }));
      const numbers = new Map(files.map((file, index) => [file, index + 1]));
      const join = joinRowsAndFiles(keyed, other.files.files);
      additions.push((file) => {
        const key = splitExtension(file.name)[0];
        const own = taken(join.fileOf({ number: numbers.get(file) ?? 0, key }));
        return Promise.resolve({
          rows: [],
          files: [{ load: { ...other.load, writtenIn: other.writtenIn }, file: own }],
        });
      });
    }
  }
  return combine(additions);
}

/** Rows of two tables join if their keys are equal, ignoring case and punctuation. */
async function rowToRow(
  source: OpenedRows,
  driver: OpenedLoad,
  other: OpenedLoad,
  table: OpenedRows,
): Promise<Addition<Row>> {
  const numbers = new Map<string, number[]>();
  for (const { number, key } of await collectKeys(table, other.name, other.match)) {
    const folded = foldKey(key);
    const same = numbers.get(folded);
    if (same === undefined) numbers.set(folded, [number]);
    else same.push(number);
  }
  const keyOf = keyReader(source, driver.name, driver.match);
  const columns = columnNames(table.columns);
  return async (row) => {
    const key = keyOf(row);
    const [number, ...more] = key === '' ? [] : (numbers.get(foldKey(key)) ?? []);
    if (number === undefined || more.length > 0) {
      const how = number === undefined ? 'No row' : 'More than one row';
      throw new TransactionError(`${how} of ${other.name} belongs to ${JSON.stringify(key)}.`);
    }
    const found = await table.row(number);
    return { rows: found === undefined ? [] : [{ columns, values: checked(found).values }], files: [] };
  };
}

function keyReader(source: OpenedRows, name: string, match: string | null): (row: Row) => string {
  const place = keyColumn(source, name, match);
  return (row) => row.values[place] ?? '';
}

function taken<Match>(result: { ok: true; match: Match } | { ok: false; message: string }): Match {
  if (result.ok) return result.match;
  throw new TransactionError(result.message);
}

function checked(row: Row): Row {
  if (row.problem === undefined) return row;
  throw new TransactionError(row.problem);
}

function combine<Item>(additions: readonly Addition<Item>[]): Addition<Item> {
  return async (item) => {
    const joined = [];
    for (const addition of additions) joined.push(await addition(item));
    return { rows: joined.flatMap(({ rows }) => rows), files: joined.flatMap(({ files }) => files) };
  };
}
