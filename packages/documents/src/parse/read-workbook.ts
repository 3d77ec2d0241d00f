import { DocumentError } from '../document-error.js';
import { MAX_UNPACKED_SHEET_BYTES } from '../limits.js';
import { ZipError } from '../zip-size.js';
import { readSheetRecords, type SheetRecords } from './read-sheet.js';
import { FarCellError, type SheetCell } from './sheet-cell.js';
import { DenseSheetError } from './workbook-parts.js';
import { protectedError } from './zip-parts.js';

/** Each sheet is parsed by itself. */
const MAX_SHEETS = 12;

/**
 * The visible sheets of a workbook, each below its name, as rows with tabs between their cells.
 * @throws DocumentError `too-large`, `encrypted`, `damaged`.
 */
export async function readWorkbook(
  name: string,
  bytes: Buffer,
): Promise<{ text: string; notices: string[] }> {
  try {
    const first = await readSheetRecords(bytes, MAX_UNPACKED_SHEET_BYTES);
    const [, ...others] = first.visibleSheets;
    const sheets = [first];
    for (const sheet of others.slice(0, MAX_SHEETS - 1))
      sheets.push(await readSheetRecords(bytes, MAX_UNPACKED_SHEET_BYTES, { sheet }));
    const leftOut = 1 + others.length - sheets.length;
    return {
      text: sheets
        .filter(({ records }) => records.length > 0)
        .map(sheetText)
        .join('\n\n'),
      notices:
        leftOut > 0
          ? [`Only the first ${MAX_SHEETS} of ${MAX_SHEETS + leftOut} sheets of ${name} were read.`]
          : [],
    };
  } catch (error) {
    throw describeFailure(name, error);
  }
}

function sheetText({ name, records }: SheetRecords, _index: number, all: readonly SheetRecords[]): string {
  const rows = records.map((cells) => cells.map(cellText).join('\t').trimEnd()).join('\n');
  return all.length === 1 ? rows : `## ${name}\n\n${rows}`;
}

/** One line, so that a row stays one. */
const cellText = (cell: SheetCell): string =>
  String(cell)
    .replace(/\s*\n\s*/gu, ' ')
    .replaceAll('\t', ' ');

function describeFailure(name: string, error: unknown): DocumentError {
  const options = { cause: error };
  if (error instanceof DenseSheetError) {
    return new DocumentError('too-large', error.sentenceOf(name), options);
  }
  if (error instanceof FarCellError) {
    const where = `row ${error.row} and column ${error.column}`;
    return new DocumentError(
      'too-large',
      `${name} has a value so far out (${where}) that its empty cells would fill the memory. Delete it, or save the sheet as csv.`,
      options,
    );
  }
  if (error instanceof ZipError && error.problem === 'too-large') {
    return new DocumentError('too-large', `${name} is too large: it unpacks to over 64 MB.`, options);
  }
  if (error instanceof ZipError && error.problem === 'encrypted') return protectedError(name, options);
  return new DocumentError('damaged', `${name} is damaged or not a spreadsheet.`, options);
}
