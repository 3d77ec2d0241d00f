import type { ColumnFormat } from '../sources/row.js';
import { rankRows } from './rank-rows.js';
import { toText } from '../interpreter/values.js';
import { isSameKey, replyFields, type ReplyFormat } from './json-reply.js';
import type { Cell, Field, JsonValue, OutputResult } from './result.js';
import { valueOfField, type ReplyField } from '../reply-fields.js';
import { OutputError } from './output-error.js';

/** Columns shared by every row of an output. */
export interface TableShape {
  readonly driverColumns: readonly string[];
  readonly driverFormats?: readonly ColumnFormat[] | undefined;
  readonly trackNames: readonly string[];
  /** TRACK's names that are columns already. */
  readonly inDriverColumns: ReadonlySet<string>;
  readonly replyFormat: ReplyFormat;
  /** The JSON fields to use as columns, in this order; empty for all. */
  readonly fields?: readonly ReplyField[];
  /** The order of the rows, by a column's header or name, and how many of them there are. Absent: as the transactions. */
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
  readonly top?: number | undefined;
  /** Adds a column with the EXPECTs that each result meets. */
  readonly hasExpectations?: boolean | undefined;
}

const EXPECT_COLUMN = 'EXPECT';

/** One row by a table's columns; undefined if this reply has no such key. */
export interface TableRow {
  readonly result: OutputResult;
  readonly cells: Cells;
}

/** Results as a table: the driver's columns, the reply or its keys, TRACK's names. */
export interface Table {
  readonly columns: readonly string[];
  /** Formats of the columns; null or absent for texts and numbers. */
  readonly formats?: readonly ColumnFormat[];
  readonly trackNames: readonly string[];
  rows(): AsyncGenerator<TableRow>;
}

/** The values of a row by column; undefined if it has none. */
export type Cells = readonly (JsonValue | undefined)[];

/** The rows of a results table. */
export async function* cellsOf(table: Table): AsyncGenerator<Cells> {
  for await (const { cells } of table.rows()) yield cells;
}

/** The maximum columns of an Excel sheet. */
const MAX_COLUMNS = 16_384;
/** The maximum rows of an Excel sheet, header included. */
export const MAX_SHEET_ROWS = 1_048_576;

/**
 * Lays results out as a table. JSON replies are read once in advance for their keys: columns are in order of first
 * appearance, by transaction number.
 */
export async function buildTable(
  shape: TableShape,
  results: () => AsyncIterable<OutputResult> | Iterable<OutputResult>,
): Promise<Table> {
  const { fields: named = [] } = shape;
  const fixed = shape.replyFormat === 'txt' ? ['reply'] : named.map(({ name }) => name);
  const fieldOfKey = new Map(shape.replyFormat === 'txt' ? [] : named.map((field) => [field.name, field]));
  const keys = fixed.length > 0 ? fixed : await collectKeys(results());
  const tracked = shape.trackNames.filter((name) => !shape.inDriverColumns.has(name));
  const repeated = await findRepeated(shape, tracked, keys, results);
  const added = tracked.filter((name) => !repeated.has(name));
  const expects = shape.hasExpectations === true ? [EXPECT_COLUMN] : [];
  const columns = distinctNames([...shape.driverColumns, ...keys, ...added, ...expects]);
  if (columns.length > MAX_COLUMNS) {
    throw new OutputError(
      'too-large',
      `The replies have ${keys.length.toLocaleString('en')} different keys, too many for columns.`,
    );
  }
  const whole: Table = {
    columns,
    formats: [
      ...shape.driverColumns.map((_, index) => shape.driverFormats?.[index] ?? null),
      ...keys.map((key) => (fieldOfKey.get(key)?.kind === 'DATE' ? ('date' as const) : null)),
    ],
    trackNames: shape.trackNames,
    async *rows() {
      for await (const result of results()) {
        const fields = fieldsUnder(keys, replyFields(result.reply, shape.replyFormat));
        const driver = shape.driverColumns.map((_, index) =>
          index < result.values.length ? result.values[index] : '',
        );
        const more = added.map((name) => trackedOf(shape, result, name));
        if (expects.length > 0) more.push(result.expected ?? '');
        yield {
          result,
          cells: [...driver, ...keys.map((key) => cellOf(fields.get(key), fieldOfKey.get(key))), ...more],
        };
      }
    },
  };
  return rankRows(whole, shape);
}

function cellOf(value: JsonValue | undefined, field: ReplyField | undefined): JsonValue | undefined {
  return value === undefined || field === undefined ? value : valueOfField(value, field);
}

async function collectKeys(results: AsyncIterable<OutputResult> | Iterable<OutputResult>): Promise<string[]> {
  const keys = new Set<string>();
  for await (const result of results) {
    for (const [key] of replyFields(result.reply, 'json')) keys.add(key);
  }
  return [...keys];
}

/** TRACK's names whose column would repeat a key of the replies in every row. */
async function findRepeated(
  shape: TableShape,
  names: readonly string[],
  keys: readonly string[],
  results: () => AsyncIterable<OutputResult> | Iterable<OutputResult>,
): Promise<ReadonlyMap<string, string>> {
  const repeated = new Map<string, string>();
  for (const name of names) {
    const key = keys.find((each) => isSameKey(each, name));
    if (key !== undefined) repeated.set(name, key);
  }
  if (repeated.size === 0) return repeated;
  for await (const result of results()) {
    const fields = fieldsUnder(keys, replyFields(result.reply, shape.replyFormat));
    for (const [name, key] of repeated) {
      const value = fields.get(key) ?? '';
      const text = toText(typeof value === 'object' ? JSON.stringify(value) : value);
      if (text !== toText(trackedOf(shape, result, name))) repeated.delete(name);
    }
  }
  return repeated;
}

function trackedOf({ trackNames }: TableShape, { tracked }: OutputResult, name: string): Cell {
  return tracked[trackNames.indexOf(name)] ?? '';
}

/** The values by column key, matching variant spellings of a reply's keys. */
function fieldsUnder(keys: readonly string[], fields: readonly Field[]): ReadonlyMap<string, JsonValue> {
  const values = new Map<string, JsonValue>(fields);
  for (const key of keys) {
    if (values.has(key)) continue;
    const similar = fields.find(([name]) => isSameKey(name, key));
    if (similar !== undefined && !keys.includes(similar[0])) values.set(key, similar[1]);
  }
  return values;
}

/** Makes names unique, ignoring case: the second `Score` is `Score_2`. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((wanted) => {
    let name = wanted;
    for (let copy = 2; taken.has(name.toLowerCase()); copy += 1) name = `${wanted}_${copy}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
