import type { OutputFormat } from '@promptwell/baiql-lang';
import { extensionOf } from '../paths/index.js';
import type { Table } from './table.js';

/** How an output's results are shared out among files. `alone`: there is one transaction, and its file has the name as written. */
export type OutputMode = 'aggregate' | 'separate' | 'match' | 'alone';

/** Pieces of a file, in order. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/** Makes a file of results; the same results give the same bytes, always. */
export interface Renderer {
  /** One file for all. */
  all(table: Table): Pieces;
  /** The file of one transaction: a table of one row. */
  single(table: Table): Pieces;
}

/** What makes the files of each format, loaded when one is made: what writes documents and sheets is large. */
const FORMATS: Readonly<Record<OutputFormat, () => Promise<Renderer>>> = {
  txt: async () => (await import('./render-txt.js')).txtRenderer,
  csv: async () => (await import('./render-csv.js')).csvRenderer,
  json: async () => (await import('./render-json.js')).jsonRenderer,
  xlsx: async () => (await import('./render-xlsx.js')).xlsxRenderer,
  docx: async () => (await import('./render-docx.js')).docxRenderer,
};

/** The format that an output path's extension names; null when none can be written. */
export function outputFormatOf(path: string): OutputFormat | null {
  const extension = extensionOf(path);
  return isFormat(extension) ? extension : null;
}

/** What makes the files of a format. */
export function loadRenderer(format: OutputFormat): Promise<Renderer> {
  return FORMATS[format]();
}

function isFormat(extension: string): extension is OutputFormat {
  return Object.hasOwn(FORMATS, extension);
}
