import { extensionOf } from '../paths/index.js';
import type { OutputFormat, Renderer } from './renderer.js';

/** How an output's results are shared out among files. */
export type OutputMode = 'aggregate' | 'separate' | 'match';

interface Format {
  /** Loaded when a file is made: what writes documents and sheets is large. */
  readonly load: () => Promise<Renderer>;
  /** The mode when the script names none: tables are for all, documents for one. */
  readonly isTable: boolean;
}

const FORMATS: Readonly<Record<OutputFormat, Format>> = {
  txt: { load: async () => (await import('./render-txt.js')).txtRenderer, isTable: false },
  csv: { load: async () => (await import('./render-csv.js')).csvRenderer, isTable: true },
  json: { load: async () => (await import('./render-json.js')).jsonRenderer, isTable: true },
  xlsx: { load: async () => (await import('./render-xlsx.js')).xlsxRenderer, isTable: true },
  docx: { load: async () => (await import('./render-docx.js')).docxRenderer, isTable: false },
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
export function loadRenderer(format: OutputFormat): Promise<Renderer> {
  return FORMATS[format].load();
}

function isFormat(extension: string): extension is OutputFormat {
  return Object.hasOwn(FORMATS, extension);
}
