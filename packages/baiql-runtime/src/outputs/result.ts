import { readNumber } from '@promptwell/baiql-lang/numbers';

/** Anything that JSON can say. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A cell of a row: a text, or a number that the model gave as a JSON number. */
export type Cell = string | number;

/** One named value of a result row. Pairs, not an object: a model may call a key `__proto__`. */
export type Field = readonly [name: string, value: JsonValue];

/** What one transaction hands to one OUTPUT. */
export interface OutputResult {
  /** The transaction's number, from 1. */
  readonly number: number;
  /** From 0, counting what this transaction has sent to this OUTPUT (in a loop it may be more than once). */
  readonly sequence?: number;
  /** What a person knows the transaction by: its file's name, or its row's first cell. */
  readonly label: string;
  /** The name of the transaction's own file, when the driver is files. */
  readonly fileName?: string;
  /** Where its own file belongs, relative to PATH_OUT, when the OUTPUT's path has names of the transaction in it. */
  readonly path?: string;
  /** The driver's cells, as many as its columns. */
  readonly values: readonly JsonValue[];
  readonly reply: string;
  /** The values of TRACK's names, in their order. */
  readonly tracked: readonly Cell[];
  /** Which EXPECTs its transaction met. Absent: it has none. */
  readonly expected?: string;
}

/** A transaction that failed, or whose reply is not whole. */
export interface OutputFailure {
  readonly number: number;
  readonly label: string;
  readonly reason: string;
}

/**
 * A JSON value in a cell, as a person reads it: texts and numbers as they are, nothing for null, a list of such as
 * `a; b; c`. What has a structure stays JSON. (A JSON output keeps every value as it was.)
 */
export function jsonCell(value: JsonValue): Cell {
  if (value === null) return '';
  // JSON can say 1e999, which is no number that a cell could hold.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value;
  if (isPlainList(value)) return value.map((item) => (item === null ? '' : String(item))).join('; ');
  return JSON.stringify(value);
}

/** `-99,90` is an amount, which no spreadsheet runs: with an apostrophe before it, nobody could count with it any more. */
export const isNegativeNumber = (text: string): boolean => text.startsWith('-') && readNumber(text) !== null;

const isPlainList = (value: JsonValue): value is readonly (string | number | boolean | null)[] =>
  Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object');
