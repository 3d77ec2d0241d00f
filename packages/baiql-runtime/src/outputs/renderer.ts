import type { Table } from './table.js';

/** The formats of an output, by its path's extension. */
export type OutputFormat = 'txt' | 'csv' | 'json' | 'xlsx' | 'docx';

/** Pieces of a file, in order. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/** Makes a file of results; the same results give the same bytes, always. */
export interface Renderer {
  /** One file for all. */
  all(table: Table): Pieces;
  /** The file of one transaction: a table of one row. */
  single(table: Table): Pieces;
}
