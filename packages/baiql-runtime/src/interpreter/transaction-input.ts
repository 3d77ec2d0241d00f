import { createHash } from 'node:crypto';
import { namesOfColumns } from '@promptwell/baiql-lang/names';
import type { Reference } from '../host.js';
import type { JsonValue } from '../outputs/index.js';

/** The input of a transaction, as the batch's sources provide it. */
export interface TransactionInput {
  /** From 1. */
  readonly number: number;
  /** Display name: its file's name, or its row's first cell. */
  readonly label: string;
  /** `{INPUT}` of the first step: the row as `header: value` lines, the line, or the file's text. */
  readonly text: string;
  /** `{INPUT_TEXT}`; null if the transaction has no file. */
  readonly fileText: string | null;
  readonly file: { readonly name: string; readonly path: string; readonly sizeBytes: number } | null;
  /** Of a pair: the second file, and its text; null when no name reads that. */
  readonly second?: { readonly name: string; readonly text: string | null };
  readonly line: { readonly text: string; readonly number: number } | null;
  /** The transaction's rows, the driver's first; a name resolves to the first row that has it. */
  readonly rows: readonly TableRow[];
  /** Its own documents, sent in addition to the batch's. */
  readonly references: readonly Reference[];
  /** The driver's cells. */
  readonly values: readonly string[];
  /** The same cells with their types for outputs, if not all are texts. */
  readonly cells?: readonly JsonValue[] | undefined;
  /** Hash of its own row and files, to detect replacements. Absent: it has none. */
  readonly source?: string;
}

/** For a transaction without input: a batch without a driver, or a statement outside batches. */
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

/** A row with its column names. */
export interface TableRow {
  readonly columns: ColumnNames;
  readonly values: readonly string[];
}

/** The columns of one table: headers, and indexes by their names in scripts. */
export interface ColumnNames {
  readonly headers: readonly string[];
  readonly places: ReadonlyMap<string, number>;
}

/** The names of columns in scripts, beside COL1, COL2 …. */
export function columnNames(headers: readonly string[]): ColumnNames {
  const places = new Map<string, number>();
  for (const [place, name] of namesOfColumns(headers).entries()) {
    if (!places.has(name)) places.set(name, place); // the first of several columns with one header
  }
  return { headers, places };
}

/**
 * Hash of a transaction's input, independent of its position.
 * @param shared hashes of the input shared by all transactions of the batch, if earlier batches produced it.
 */
export function inputHash(
  { text, fileText, file, rows, references, values }: TransactionInput,
  shared: readonly string[],
): string {
  const tables = rows.map(({ columns, values: cells }) => [columns.headers, cells]);
  const own = [text, fileText, file?.name, tables, references, values];
  return shortHash(JSON.stringify(shared.length === 0 ? own : [...own, shared]));
}

/** 64 bits of SHA-256 in hexadecimal: enough to tell the current input of a transaction from its previous one. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
