import {
  writeDocument,
  writeTable,
  type Cells,
  type DocumentPart,
  type SheetColumn,
} from '@promptwell/baiql-runtime/writers';
import type { ExportFormat } from '~/core/shared/export-formats';
import { writeText } from './text-export.server';

/** A list or document to download. */
export interface Export {
  /** The heading of the document and the name of the file. */
  title: string;
  columns: readonly SheetColumn[];
  /** Read once, in sequence, while the file is written. */
  rows: AsyncIterable<Cells>;
  /** The body of txt and docx where it isn't the table; `rows` are not read then. */
  document?: AsyncIterable<DocumentPart>;
}

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/**
 * Writes an export as a stream, except docx, which is built first. No text runs as a formula: in csv, a cell that looks
 * like one gets an apostrophe; xlsx cells are typed as text.
 * @throws WriterError `too-large` if it exceeds what docx or a sheet can hold
 */
export function writeExport(
  format: ExportFormat,
  { title, columns, rows, document }: Export,
): AsyncGenerator<string | Uint8Array> {
  if (format !== 'txt' && format !== 'docx') return writeTable(format, { name: title, columns, rows });
  const table: DocumentPart = { kind: 'table', columns: columns.map(({ name }) => name), rows };
  const parts = titled(title, document ?? once(table));
  return format === 'txt' ? writeText(parts) : writeDocument(parts);
}

async function* titled(title: string, parts: AsyncIterable<DocumentPart>): AsyncGenerator<DocumentPart> {
  yield { kind: 'heading', level: 1, text: title };
  yield* parts;
}

async function* once(part: DocumentPart): AsyncGenerator<DocumentPart> {
  yield await Promise.resolve(part);
}
