import { MAX_SHEET_CELLS } from '../limits.js';
import { checkZip, ZipError } from '../zip-size.js';
import { readOpenSheets } from './odf/read-sheets.js';
import { unpackOpenDocument } from './odf/unpack.js';
import { repairWorkbook } from './repair-workbook.js';
import { FarCellError, numberCell, type SheetCell } from './sheet-cell.js';
import { collectParts, placeOfSheet, type MergedCells, type VisibleSheet } from './workbook-parts.js';

export interface SheetRecords extends Pick<
  VisibleSheet,
  'name' | 'sheetCount' | 'visibleSheets' | 'hasPercentages'
> {
  /** Whether merged cells leave others empty. */
  readonly hasMergedCells: boolean;
  /** Columns, from 0, of percentages, or of dates without times. */
  readonly percentColumns: ReadonlySet<number>;
  readonly dateColumns: ReadonlySet<number>;
  /** The first rows as headers, if requested. */
  readonly headers?: readonly (readonly SheetCell[])[];
  /** The non-empty rows. */
  readonly records: SheetCell[][];
}

/**
 * The rows of the first visible sheet of a workbook, or of an OpenDocument spreadsheet. It is held in memory, which takes
 * about ten times its unpacked size.
 * @throws ZipError `too-large` if it unpacks to more than `maxUnpackedBytes`, `encrypted`; FarCellError; DenseSheetError; the
 * parser's own errors for damaged files.
 */
export async function readSheetRecords(
  file: Buffer,
  maxUnpackedBytes: number,
  { sheet: wanted, header, headers }: SheetChoice = {},
): Promise<SheetRecords> {
  let bytes = file;
  let parts = collectParts();
  const entries = await checkZip(bytes, maxUnpackedBytes, parts.look);
  if (entries.includes('content.xml')) return readOpenRecords(file, { sheet: wanted, header, headers });
  if (!entries.includes('xl/workbook.xml')) throw new ZipError('invalid');
  if (parts.needRepair()) {
    bytes = await repairWorkbook(bytes, maxUnpackedBytes);
    parts = collectParts();
    await checkZip(bytes, Infinity, parts.look);
  }
  const { number, errors, lastRow, lastColumn, isFrom1904, merges, percentColumns, ...facts } =
    parts.shownSheet(wanted);
  if (lastRow * lastColumn > MAX_SHEET_CELLS) throw new FarCellError(lastRow, lastColumn);
  // Loaded on demand: most programs that read documents never see a sheet.
  const { readSheet } = await import('read-excel-file/node');
  const sheet = await readSheet(bytes, number, { trim: false });
  const dayZeroMs = isFrom1904 ? DAY_ZERO_1904_MS : DAY_ZERO_MS;
  const rows = sheet.map((cells) => cells.map((cell) => cellOf(cell, dayZeroMs)));
  for (const { row, column, shown } of errors) {
    const cells = (rows[row] ??= []);
    while (cells.length < column) cells.push('');
    cells[column] = shown;
  }
  const dateColumns = columnsOfDates(sheet, header ?? 1);
  return { ...facts, ...chooseRows(rows, merges, { header, headers }), percentColumns, dateColumns };
}

/** The same of an OpenDocument spreadsheet. */
async function readOpenRecords(
  file: Buffer,
  { sheet: wanted, ...choice }: SheetChoice,
): Promise<SheetRecords> {
  const sheets = readOpenSheets((await unpackOpenDocument(file)).text('content.xml'));
  const index = placeOfSheet(sheets, wanted);
  const sheet = sheets[index];
  if (sheet === undefined) throw new ZipError('invalid');
  const { name, rows, merges, percentColumns, dateColumns } = sheet;
  return {
    name,
    sheetCount: sheets.length,
    visibleSheets: sheets.flatMap(({ isHidden }, at) => (isHidden ? [] : [at + 1])),
    hasPercentages: percentColumns.size > 0,
    percentColumns,
    dateColumns,
    ...chooseRows(rows, merges, choice),
  };
}

function chooseRows(
  rows: SheetCell[][],
  merges: readonly MergedCells[],
  { header, headers }: Omit<SheetChoice, 'sheet'>,
): Pick<SheetRecords, 'records' | 'headers' | 'hasMergedCells'> {
  const chosen = header === undefined ? rows : belowHeader(rows, header - 1, merges);
  return {
    records: chosen.filter(holdsSomething),
    hasMergedCells: header === undefined && merges.length > 0,
    ...(headers !== undefined && {
      headers: rows.slice(0, headers).map((_, first) => belowHeader(rows, first, merges)[0] ?? []),
    }),
  };
}

const holdsSomething = (cells: readonly SheetCell[]): boolean =>
  cells.some((cell) => typeof cell === 'number' || cell.trim() !== '');

/**
 * The rows from the header on. A header with merged cells may span several rows, whose texts are joined: `Marks` over
 * `Math` and `Art` becomes `Marks Math` and `Marks Art`. Below it, vertically merged cells all get the value.
 */
function belowHeader(
  rows: readonly SheetCell[][],
  first: number,
  merges: readonly MergedCells[],
): SheetCell[][] {
  const inHeader = merges.filter(({ firstRow }) => firstRow === first);
  const isWide = inHeader.some(({ firstColumn, lastColumn }) => lastColumn > firstColumn);
  const last = inHeader.reduce(
    (deepest, { lastRow }) => Math.max(deepest, lastRow),
    isWide ? first + 1 : first,
  );
  const filled = Array.from(rows, (cells: SheetCell[] | undefined) => [...(cells ?? [])]);
  for (const merge of merges) {
    const value = filled[merge.firstRow]?.[merge.firstColumn] ?? '';
    // In the header, every merged cell gets the text; below it, only the first cell of a row does.
    const lastColumn = merge.firstRow <= last ? merge.lastColumn : merge.firstColumn;
    for (let row = merge.firstRow; row <= merge.lastRow; row += 1) {
      const cells = (filled[row] ??= []);
      for (let column = merge.firstColumn; column <= lastColumn; column += 1) {
        while (cells.length < column) cells.push('');
        cells[column] = value;
      }
    }
  }
  const headerRows = filled.slice(first, last + 1);
  const width = headerRows.reduce((widest, { length }) => Math.max(widest, length), 0);
  const names = Array.from({ length: width }, (_, column) => {
    const parts = headerRows.map((cells) => String(cells[column] ?? '').trim());
    return [...new Set(parts.filter((part) => part !== ''))].join(' ');
  });
  return [names, ...filled.slice(last + 1)];
}

function columnsOfDates(
  rows: readonly (readonly unknown[] | undefined)[],
  header: number,
): ReadonlySet<number> {
  const dates = new Set<number>();
  const others = new Set<number>();
  for (const cells of rows.slice(header)) {
    for (const [column, value] of (cells ?? []).entries()) {
      if (value instanceof Date) dates.add(column);
      else if (value !== null && value !== undefined && value !== '') others.add(column);
    }
  }
  return new Set([...dates].filter((column) => !others.has(column)));
}

/** Which rows of a workbook are read. */
export interface SheetChoice {
  readonly sheet?: string | number | undefined;
  /** The header's row, from 1, as in the sheet; absent for the first non-empty row. */
  readonly header?: number | undefined;
  /** Number of first rows to return as headers. */
  readonly headers?: number | undefined;
}

function cellOf(value: unknown, dayZeroMs: number): SheetCell {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberCell(value);
  return value instanceof Date ? dateText(value, dayZeroMs) : '';
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Sheets count days from this date. Values within two months of it are times of day or hours, not dates. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904_MS = Date.UTC(1904, 0, 1);
const MAX_HOURS_MS = 60 * DAY_MS;

function dateText(date: Date, dayZeroMs: number): string {
  // Sheets store fractions of a day: 9:30 is slightly less.
  const ms = Math.round(date.getTime() / 1_000) * 1_000;
  const sinceZeroMs = ms - dayZeroMs;
  const isTime = sinceZeroMs < DAY_MS || sinceZeroMs % DAY_MS !== 0;
  if (sinceZeroMs >= 0 && sinceZeroMs < MAX_HOURS_MS && isTime) return hoursText(sinceZeroMs);
  // A date without time is midnight.
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
