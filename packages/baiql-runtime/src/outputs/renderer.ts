import type { OutputFormat } from '@promptwell/baiql-lang';
import type { Table } from './table.js';

export type { OutputFormat };

/** Pieces of a file, in order. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/** Makes a file of results; the same results give the same bytes, always. */
export interface Renderer {
  /** One file for all. */
  all(table: Table): Pieces;
  /** The file of one transaction: a table of one row. */
  single(table: Table): Pieces;
}
