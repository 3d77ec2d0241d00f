import type { OutputFormat } from '@promptwell/baiql-lang';
import { extensionOf } from '../paths/index.js';
import type { Table } from './table.js';

/**
 * How an output's results are distributed to files. `alone`: there is one transaction, and its file has the name as
 * written.
 */
export type OutputMode = 'aggregate' | 'separate' | 'match' | 'alone';

/** Chunks of a file, in order. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/** Renders results as a file, deterministically: equal results give equal bytes. */
export interface Renderer {
  /** One file for all results. */
  all(table: Table): Pieces;
  /** The file of one transaction: a table of one row. */
  single(table: Table): Pieces;
}

/** Loads the renderers of each format on demand: those of documents and sheets are large. */
const FORMATS: Readonly<Record<OutputFormat, () => Promise<Renderer>>> = {
  txt: async () => (await import('./render-txt.js')).txtRenderer,
  csv: async () => (await import('./render-csv.js')).csvRenderer,
  json: async () => (await import('./render-json.js')).jsonRenderer,
  xlsx: async () => (await import('./render-xlsx.js')).xlsxRenderer,
  docx: async () => (await import('./render-docx.js')).docxRenderer,
};

/** The format for an output path's extension; null if it is not supported. */
export function outputFormatOf(path: string): OutputFormat | null {
  const extension = extensionOf(path);
  return isFormat(extension) ? extension : null;
}

/** The renderers of a format. */
export function loadRenderer(format: OutputFormat): Promise<Renderer> {
  return FORMATS[format]();
}

function isFormat(extension: string): extension is OutputFormat {
  return Object.hasOwn(FORMATS, extension);
}
