import { extensionOf } from '../paths/index.js';
import { csvRenderer } from './render-csv.js';
import { docxRenderer } from './render-docx.js';
import { jsonRenderer } from './render-json.js';
import { txtRenderer } from './render-txt.js';
import { xlsxRenderer } from './render-xlsx.js';
import type { OutputFormat, Renderer } from './renderer.js';

/** How an output's results are shared out among files. */
export type OutputMode = 'aggregate' | 'separate' | 'match';

interface Format {
  readonly renderer: Renderer;
  /** The mode when the script names none: tables are for all, documents for one. */
  readonly isTable: boolean;
}

const FORMATS: Readonly<Record<OutputFormat, Format>> = {
  txt: { renderer: txtRenderer, isTable: false },
  csv: { renderer: csvRenderer, isTable: true },
  json: { renderer: jsonRenderer, isTable: true },
  xlsx: { renderer: xlsxRenderer, isTable: true },
  docx: { renderer: docxRenderer, isTable: false },
};

/** The format that an output path's extension names; null when none can be written. */
export function outputFormatOf(path: string): OutputFormat | null {
  const extension = extensionOf(path);
  return isFormat(extension) ? extension : null;
}

/** The mode of an OUTPUT without AGGREGATE, SEPARATE or MATCH. */
export function defaultOutputMode(format: OutputFormat, driver: 'files' | 'rows' | 'none'): OutputMode {
  if (FORMATS[format].isTable) return 'aggregate';
  return driver === 'files' ? 'match' : 'separate';
}

/** What makes the files of a format. */
export function rendererOf(format: OutputFormat): Renderer {
  return FORMATS[format].renderer;
}

function isFormat(extension: string): extension is OutputFormat {
  return Object.hasOwn(FORMATS, extension);
}
