import { MAX_SHEET_CELLS } from '../limits.js';
import { checkZip, ZipError } from '../zip-size.js';
import { collectParts, type ShownSheet } from './workbook-parts.js';

/** A number, or the text that a sheet shows. */
export type SheetCell = string | number;

export interface SheetRecords extends Pick<
  ShownSheet,
  'name' | 'sheetCount' | 'hasPercentages' | 'hasMergedCells'
> {
  /** The rows that hold anything. */
  readonly records: SheetCell[][];
}

/** A value lies so far from the others that the empty cells in between would fill the memory. */
export class FarCellError extends Error {
  override readonly name = 'FarCellError';
  constructor(
    readonly row: number,
    readonly column: number,
  ) {
    super(`The sheet reaches to row ${row} and column ${column}.`);
  }
}

/**
 * The rows of a workbook's first sheet that is not hidden. It is held whole while it is read, which takes about ten
 * times its unpacked size.
 * @throws ZipError `too-large` when it unpacks to more than `maxUnpackedBytes`; FarCellError; DenseSheetError; the parser's own errors
 *   for what is damaged.
 */
export async function readSheetRecords(bytes: Buffer, maxUnpackedBytes: number): Promise<SheetRecords> {
  const parts = collectParts();
  const entries = await checkZip(bytes, maxUnpackedBytes, parts.look);
  if (!entries.includes('xl/workbook.xml')) throw new ZipError('invalid');
  const { number, errors, lastRow, lastColumn, isFrom1904, ...facts } = parts.shownSheet();
  if (lastRow * lastColumn > MAX_SHEET_CELLS) throw new FarCellError(lastRow, lastColumn);
  // Loaded when there is a sheet: most programs that read documents never see one.
  const { readSheet } = await import('read-excel-file/node');
  const sheet = await readSheet(bytes, number, { trim: false });
  const dayZeroMs = isFrom1904 ? DAY_ZERO_1904_MS : DAY_ZERO_MS;
  const rows = sheet.map((cells) => cells.map((cell) => cellOf(cell, dayZeroMs)));
  for (const { row, column, shown } of errors) {
    const cells = (rows[row] ??= []);
    while (cells.length < column) cells.push('');
    cells[column] = shown;
  }
  const records = rows.filter((cells) =>
    cells.some((cell) => typeof cell === 'number' || cell.trim() !== ''),
  );
  return { records, ...facts };
}

function cellOf(value: unknown, dayZeroMs: number): SheetCell {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberOf(value);
  return value instanceof Date ? dateText(value, dayZeroMs) : '';
}

/** From here on Excel shows 4.00638E+12 where a cell has no format of its own: article numbers are texts. */
const LONG_NUMBER = 1e11;

/** Excel shows 15 digits; behind them a formula leaves noise: 59.970000000000006. */
function numberOf(value: number): SheetCell {
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(15));
  return Math.abs(shown) < LONG_NUMBER ? shown : String(shown);
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Sheets count days from here. Nobody's dates lie in the two months after it: these are times of day, and hours. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904_MS = Date.UTC(1904, 0, 1);
const MOST_HOURS_MS = 60 * DAY_MS;

function dateText(date: Date, dayZeroMs: number): string {
  // Sheets count in fractions of a day: 9:30 comes out as a hair less.
  const ms = Math.round(date.getTime() / 1_000) * 1_000;
  const sinceZeroMs = ms - dayZeroMs;
  const isTime = sinceZeroMs < DAY_MS || sinceZeroMs % DAY_MS !== 0;
  if (sinceZeroMs >= 0 && sinceZeroMs < MOST_HOURS_MS && isTime) return hoursText(sinceZeroMs);
  // A date alone is its midnight.
  const time = new Date(ms).toISOString();
  return time.replace('T00:00:00.000Z', '').replace('.000Z', '').replace('T', ' ');
}

/** `09:30`, `26:30:15`. */
function hoursText(ms: number): string {
  const seconds = ms / 1_000;
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (parts[2] === 0) parts.pop();
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
