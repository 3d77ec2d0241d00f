import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  DenseSheetError,
  FarCellError,
  MAX_UNPACKED_SHEET_BYTES,
  NoSheetError,
  readSheetRecords,
  type SheetChoice,
  ZipError,
  type SheetRecords,
} from '@promptwell/documents';
import type { Fingerprint } from './fingerprint.js';
import {
  makeRow,
  nameColumns,
  titleNotes,
  type ColumnFormat,
  type Row,
  type RowRange,
  type RowSource,
} from './row.js';
import { SourceError } from './source-error.js';

const MAX_FILE_BYTES = 20 * 1024 * 1024;

/**
 * Opens the first visible sheet of an xlsx or ods file; its first non-empty row is the header. Unlike other sources it is held
 * in memory, so its packed and unpacked sizes are limited.
 * @throws SourceError `too-large`, `encrypted`, `damaged`, `empty`.
 */
export async function openXlsx(
  file: { path: string; realPath: string },
  choice: SheetChoice = {},
): Promise<RowSource & { readonly fingerprint: Fingerprint }> {
  const name = path.posix.basename(file.path);
  const { size, mtimeMs } = await stat(file.realPath);
  if (size > MAX_FILE_BYTES) throw tooLarge(name);
  const bytes = await readFile(file.realPath);
  const fingerprint = {
    path: file.path,
    sizeBytes: size,
    modifiedMs: mtimeMs,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const { records: all, ...book } = await readRecords(bytes, name, choice);
  const [header, ...records] = all;
  if (header === undefined) throw new SourceError('empty', `${name}: the first sheet is empty.`);
  const columnTexts = header.map(String);
  const columns = nameColumns(columnTexts);
  const rowAt = (number: number): Row | undefined => {
    const record = records[number - 1];
    if (record === undefined) return undefined;
    // Keeps numbers numeric in outputs, so that their column can be summed.
    const cells = columns.map((_, index) => record[index] ?? '');
    return { ...makeRow(number, columns, record.map(String)), cells };
  };

  function* numbered({ from = 1, signal }: RowRange): Generator<Row> {
    for (let number = Math.max(1, from); number <= records.length; number += 1) {
      signal?.throwIfAborted();
      const row = rowAt(number);
      if (row !== undefined) yield row;
    }
  }

  return {
    columns,
    total: records.length,
    formats: columns.map((_, column) => formatOf(book, column)),
    fingerprint,
    notes: [...notesOf(name, book, choice.sheet === undefined), ...titleNotes(name, columnTexts)],
    rows: (range = {}) => Readable.from(numbered(range)),
    row: (number) => Promise.resolve(rowAt(number)),
    close: () => Promise.resolve(),
  };
}

function formatOf(
  { dateColumns, percentColumns }: Pick<SheetRecords, 'dateColumns' | 'percentColumns'>,
  column: number,
): ColumnFormat {
  if (dateColumns.has(column)) return 'date';
  return percentColumns.has(column) ? 'percent' : null;
}

/** Warnings about content that the rows do not show. */
function notesOf(
  file: string,
  {
    name,
    sheetCount,
    hasPercentages,
    hasMergedCells,
  }: Pick<SheetRecords, 'name' | 'sheetCount' | 'hasPercentages' | 'hasMergedCells'>,
  isFirst: boolean,
): string[] {
  return [
    ...(sheetCount > 1 && isFirst
      ? [`${file} has ${sheetCount} sheets: only “${name}” is read. SHEET names another.`]
      : []),
    ...(hasPercentages
      ? [`${file} has cells in percent: 25% is read as 0.25. Compare with 0.25, not with 25.`]
      : []),
    ...(hasMergedCells
      ? [`${file} has merged cells: only the first cell of each has its value, and the others are empty.`]
      : []),
  ];
}

async function readRecords(
  bytes: Buffer,
  name: string,
  choice: SheetChoice,
): ReturnType<typeof readSheetRecords> {
  try {
    return await readSheetRecords(bytes, MAX_UNPACKED_SHEET_BYTES, choice);
  } catch (error) {
    if (error instanceof ZipError && error.problem === 'too-large') throw tooLarge(name);
    if (error instanceof ZipError && error.problem === 'encrypted')
      throw new SourceError('encrypted', `${name} is protected by a password. Save it without one.`);
    if (error instanceof NoSheetError) {
      const sheets = error.sheets.map((sheet) => `“${sheet}”`).join(', ');
      throw new SourceError(
        'empty',
        `${name} has no sheet ${JSON.stringify(error.wanted)}. It has ${sheets}.`,
      );
    }
    if (error instanceof DenseSheetError) throw new SourceError('too-large', error.sentenceOf(name));
    if (error instanceof FarCellError) {
      const { row, column } = error;
      throw new SourceError(
        'too-large',
        `${name} reaches to row ${row.toLocaleString('en')} and column ${column.toLocaleString('en')}, with mostly empty cells. In Excel, Ctrl+End goes there: delete the rows and columns that you don’t need.`,
      );
    }
    throw new SourceError('damaged', `${name} is damaged or not a spreadsheet.`, {
      cause: error,
    });
  }
}

function tooLarge(name: string): SourceError {
  return new SourceError(
    'too-large',
    `${name} is too large for a spreadsheet. Save the sheet as csv, which has no such limit.`,
  );
}
