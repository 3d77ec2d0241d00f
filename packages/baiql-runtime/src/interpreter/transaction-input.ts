import { createHash } from 'node:crypto';
import { namesOfColumns } from '@promptwell/baiql-lang/names';
import type { Reference } from '../host.js';
import type { JsonValue } from '../outputs/index.js';

/** What a transaction works on, as the batch's sources give it. */
export interface TransactionInput {
  /** From 1. */
  readonly number: number;
  /** What a person knows it by: its file's name, or its row's first cell. */
  readonly label: string;
  /** `{INPUT}` of the first step: the row as `header: value` lines, the line, or the file's text. */
  readonly text: string;
  /** `{INPUT_TEXT}`; null when no file belongs to the transaction. */
  readonly fileText: string | null;
  readonly file: { readonly name: string; readonly path: string; readonly sizeBytes: number } | null;
  /** Of a pair: the second file, and its text; null when no name reads that. */
  readonly second?: { readonly name: string; readonly text: string | null };
  readonly line: { readonly text: string; readonly number: number } | null;
  /** Rows that belong to it, the driver's first; the first that has a name gives its value. */
  readonly rows: readonly TableRow[];
  /** Documents of its own, sent besides the batch's. */
  readonly references: readonly Reference[];
  /** The driver's cells. */
  readonly values: readonly string[];
  /** The same as outputs have them, where they are not all texts. */
  readonly cells?: readonly JsonValue[] | undefined;
  /** Tells its own row and files from others that are put in their place. Absent: it has none. */
  readonly source?: string;
}

/** Of a transaction that works on nothing: a batch without a driver, a statement outside of the batches. */
export const NO_INPUT: TransactionInput = {
  number: 1,
  label: '',
  text: '',
  fileText: null,
  file: null,
  line: null,
  rows: [],
  references: [],
  values: [],
};

/** A row with its columns' names. */
export interface TableRow {
  readonly columns: ColumnNames;
  readonly values: readonly string[];
}

/** The columns of one table: their headers, and their places by the names that a script knows them by. */
export interface ColumnNames {
  readonly headers: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

/** The names by which a script reaches columns, beside COL1, COL2 …. */
export function columnNames(headers: readonly string[]): ColumnNames {
  const places = new Map<string, number>();
  for (const [place, name] of namesOfColumns(headers).entries()) {
    if (!places.has(name)) places.set(name, place); // of two columns with one header, the first
  }
  return { headers, places };
}

/**
 * Tells what a transaction works on from what it worked on before, wherever it stands.
 * @param shared hashes of what all transactions of the batch work on, where earlier batches have come to that.
 */
export function markOf(
  { text, fileText, file, rows, references, values }: TransactionInput,
  shared: readonly string[],
): string {
  const tables = rows.map(({ columns, values: cells }) => [columns.headers, cells]);
  const own = [text, fileText, file?.name, tables, references, values];
  return shortHash(JSON.stringify(shared.length === 0 ? own : [...own, shared]));
}

/** 64 bits of SHA-256, in hexadecimal: enough to tell what one transaction works on from what it worked on before. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
