import {
  writeDocument,
  writeTable,
  type Cells,
  type DocumentPart,
  type SheetColumn,
} from '@promptwell/baiql-runtime/writers';
import type { ExportFormat } from '~/core/shared/export-formats';
import { writeText } from './text-export.server';

/** A list or a document to be downloaded. */
export interface Export {
  /** Heads the document, and is the name of the file. */
  title: string;
  columns: readonly SheetColumn[];
  /** Read once, one after the other, while the file is made. */
  rows: AsyncIterable<Cells>;
  /** What txt and docx say below the title, where that is not the table. Then `rows` are not read for them. */
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
 * Writes an export piece by piece; docx alone is made whole first. No text runs as a formula: in csv, what begins as
 * one gets an apostrophe; cells of xlsx are typed as text.
 * @throws WriterError `too-large` for more than a docx or a sheet takes.
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
