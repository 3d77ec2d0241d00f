import { parseNumber } from '@promptwell/text/parse-number';

/** Any JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A cell of a row: a text, or a number that the model returned as a JSON number. */
export type Cell = string | number;

/** A named value of a result row. Pairs instead of an object, because a model may use `__proto__` as a key. */
export type Field = readonly [name: string, value: JsonValue];

/** What one transaction sends to one OUTPUT. */
export interface OutputResult {
  /** The transaction's number, from 1. */
  readonly number: number;
  /** Counts what this transaction sends to this OUTPUT, from 0 (more than one in a loop). */
  readonly sequence?: number;
  /** Display name of the transaction: its file's name, or its row's first cell. */
  readonly label: string;
  /** The name of the transaction's own file, if the driver is files. */
  readonly fileName?: string;
  /** Path of its own file relative to PATH_OUT, if the OUTPUT's path contains names of the transaction. */
  readonly path?: string;
  /** The driver's cells, one per column. */
  readonly values: readonly JsonValue[];
  readonly reply: string;
  /** The values of TRACK's names, in order. */
  readonly tracked: readonly Cell[];
  /** Which EXPECTs its transaction met. Absent: it has none. */
  readonly expected?: string;
}

/** A transaction that failed, or whose reply is truncated. */
export interface OutputFailure {
  readonly number: number;
  readonly label: string;
  readonly reason: string;
}

/**
 * A JSON value as a readable cell: texts and numbers as they are, nothing for null, an array of these as `a; b; c`.
 * Nested values stay JSON. (A JSON output keeps every value unchanged.)
 */
export function jsonCell(value: JsonValue): Cell {
  if (value === null) return '';
  // JSON allows 1e999, which is not a finite number.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value;
  if (isPlainList(value)) return value.map((item) => (item === null ? '' : String(item))).join('; ');
  return JSON.stringify(value);
}

/** `-99,90` is an amount, which no spreadsheet executes; with an apostrophe it could not be calculated with. */
export const isNegativeNumber = (text: string): boolean => text.startsWith('-') && parseNumber(text) !== null;

const isPlainList = (value: JsonValue): value is readonly (string | number | boolean | null)[] =>
  Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
