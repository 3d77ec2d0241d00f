import type { OutputFormat } from '@promptwell/baiql-lang';
import type { Cells, DocumentPart, SheetColumn } from './outputs/index.js';

export type { Cells, DocumentPart, JsonValue, SheetColumn } from './outputs/index.js';
export { CSV_FORMAT } from './outputs/csv-format.js';
export { OutputError as WriterError } from './outputs/index.js';

/** Rows and columns of any data, for programs that write such files without a run. */
export interface PlainTable {
  /** The sheet's name. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<Cells>;
}

/** Loads the renderers of a table format on demand: the one for sheets is large. */
const TABLE_WRITERS = {
  csv: async ({ columns, rows }) =>
    (await import('./outputs/render-csv.js')).writeCsv(namesOf(columns), rows),
  json: async ({ columns, rows }) =>
    (await import('./outputs/render-json.js')).writeJsonRows(namesOf(columns), rows),
  xlsx: async ({ name, columns, rows }) =>
    (await import('./outputs/render-xlsx.js')).writeWorkbook(name, columns, rows),
} as const satisfies Partial<
  Record<OutputFormat, (table: PlainTable) => Promise<AsyncIterable<string | Uint8Array>>>
>;

const namesOf = (columns: readonly SheetColumn[]): string[] => columns.map(({ name }) => name);

/**
 * Writes a table, streaming its rows. No text is executed as a formula.
 * @throws WriterError `too-large` for more rows than a sheet holds.
 */
export async function* writeTable(
  format: keyof typeof TABLE_WRITERS,
  table: PlainTable,
): AsyncGenerator<string | Uint8Array> {
  yield* await TABLE_WRITERS[format](table);
}

/**
 * Writes a Word document, built completely before the first chunk is returned.
 * @throws WriterError `too-large`
 */
export async function* writeDocument(parts: AsyncIterable<DocumentPart>): AsyncGenerator<Uint8Array> {
  yield* (await import('./outputs/render-docx.js')).writeDocument(parts);
}
