import { writeFixedZip } from './fixed-zip.js';
import { OutputError } from './output-error.js';
import type { Renderer } from './formats.js';
import { jsonCell, type Cell } from './result.js';
import { cellsOf, MAX_SHEET_ROWS, type Cells, type Table } from './table.js';
import { escapeXml } from './xml-text.js';

/** Excel's own limit. */
const MAX_CELL_CHARACTERS = 32_767;
const CUT_MARK = ' … [cut: an Excel cell holds no more]';

/**
 * A workbook with one sheet: a bold frozen header row, then one row per result. The sheet is streamed while the results
 * are read, so no library is used.
 */
export const xlsxRenderer: Renderer = { all: renderWorkbook, single: renderWorkbook };

/** Line height in points, and the maximum visible lines of a long cell. */
const LINE_POINTS = 15;
const MAX_SHOWN_LINES = 20;

const HEADER_STYLE = 1;
const TEXT_STYLE = 2;
const DATE_STYLE = 3;
const TIME_STYLE = 4;
const PERCENT_STYLE = 5;

/** In characters: wide enough to read a reply. */
const REPLY_WIDTH = 80;
const WIDTH = 20;

/** A column of a sheet. */
export interface SheetColumn {
  readonly name: string;
  /** In characters; defaults to 20. */
  readonly width?: number;
  /** How its dates (`2026-11-28`, with or without a time) or numbers are shown. */
  readonly format?: 'date' | 'percent';
}

function renderWorkbook(table: Table): AsyncGenerator<Uint8Array> {
  const columns = table.columns.map((name, index): SheetColumn => {
    const format = table.formats?.[index] ?? null;
    const width = name === 'reply' ? { width: REPLY_WIDTH } : {};
    return { name, ...width, ...(format === null ? {} : { format }) };
  });
  return writeWorkbook('Results', columns, cellsOf(table));
}

/**
 * A workbook with one sheet of this name, streamed while the rows are read. No text is executed as a formula.
 * @throws OutputError `too-large` for more rows than a sheet holds.
 */
export async function* writeWorkbook(
  sheetName: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<Cells>,
): AsyncGenerator<Uint8Array> {
  yield* writeFixedZip([
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    { name: '_rels/.rels', content: ROOT_RELATIONS },
    { name: 'xl/workbook.xml', content: workbook(sheetName) },
    { name: 'xl/_rels/workbook.xml.rels', content: WORKBOOK_RELATIONS },
    { name: 'xl/styles.xml', content: STYLES },
    { name: 'xl/worksheets/sheet1.xml', content: renderSheet(columns, rows) },
  ]);
}

async function* renderSheet(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<Cells>,
): AsyncGenerator<string> {
  yield SHEET_START + renderWidths(columns) + '<sheetData>';
  yield renderHeader(columns);
  let rowNumber = 1;
  for await (const cells of rows) {
    rowNumber += 1;
    if (rowNumber > MAX_SHEET_ROWS) {
      throw new OutputError(
        'too-large',
        `An xlsx sheet holds ${MAX_SHEET_ROWS.toLocaleString('en')} rows. Use csv.`,
      );
    }
    yield renderRow(rowNumber, cells, columns);
  }
  yield SHEET_END;
}

function renderWidths(columns: readonly SheetColumn[]): string {
  const widths = columns.map(({ width = WIDTH }, index) => {
    const place = `min="${index + 1}" max="${index + 1}"`;
    return `<col ${place} width="${width}" customWidth="1"/>`;
  });
  // Excel reports an empty list of columns as damage.
  return widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`;
}

function renderHeader(columns: readonly SheetColumn[]): string {
  const cells = columns.map(({ name }, index) => renderCell(index, 1, name, HEADER_STYLE));
  return `<row r="1">${cells.join('')}</row>`;
}

function renderRow(rowNumber: number, row: Cells, columns: readonly SheetColumn[]): string {
  const values = row.map((cell) => jsonCell(cell ?? null));
  const cells = values.map((value, index) =>
    renderCell(index, rowNumber, value, TEXT_STYLE, columns[index]?.format),
  );
  const lines = values.map((value, index) => countLines(value, columns[index]?.width ?? WIDTH));
  // Programs differ in whether they autofit rows to wrapped text.
  const height =
    LINE_POINTS *
    Math.min(
      MAX_SHOWN_LINES,
      lines.reduce((most, count) => Math.max(most, count), 1),
    );
  return `<row r="${rowNumber}" ht="${height}" customHeight="1">${cells.join('')}</row>`;
}

function countLines(value: Cell, width: number): number {
  if (typeof value === 'number') return 1;
  const lines = value.slice(0, MAX_SHOWN_LINES * width).split('\n');
  return lines.reduce((count, line) => count + Math.max(1, Math.ceil(line.length / width)), 0);
}

/** Typed as text, so that no program executes it as a formula. */
function renderCell(
  column: number,
  row: number,
  value: Cell,
  style: number,
  format?: SheetColumn['format'],
): string {
  if (value === '') return '';
  const reference = `${columnLetters(column)}${row}`;
  if (format === 'percent' && typeof value === 'number')
    return `<c r="${reference}" s="${PERCENT_STYLE}"><v>${value}</v></c>`;
  const date = format === 'date' && typeof value === 'string' ? dateOf(value) : null;
  if (date !== null) return `<c r="${reference}" s="${date.style}"><v>${date.days}</v></c>`;
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
  const text = escapeXml(escapeCodes(cutToCell(value)));
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Sheets count days from here. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** A date as a workbook stores it, in its own time zone; null for any other text. */
function dateOf(text: string): { days: number; style: number } | null {
  const [, day, time = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:Z|[+-]\d{2}:\d{2})?)?$/u.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const ms = Date.parse(`${day}T${time === '' ? '00:00' : time}Z`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day)) return null;
  return { days: (ms - DAY_ZERO_MS) / DAY_MS, style: time === '' ? DATE_STYLE : TIME_STYLE };
}

/** Excel reads `_x0041_` in a text as a character code. */
function escapeCodes(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4}_)/giu, '_x005F_');
}

function cutToCell(text: string): string {
  if (text.length <= MAX_CELL_CHARACTERS) return text;
  return text.slice(0, MAX_CELL_CHARACTERS - CUT_MARK.length) + CUT_MARK;
}

/** 0 → `A`, 25 → `Z`, 26 → `AA`. */
function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPES}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPES}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPES}.styles+xml"/></Types>`;

const ROOT_RELATIONS =
  `${XML}<Relationships xmlns="${RELATIONS}">` +
  `<Relationship Id="rId1" Type="${OFFICE_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Excel allows 31 characters, and none of these. */
const sheetTitle = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/gu, ' ')
    .slice(0, 31)
    .trim() || 'Sheet';

const workbook = (sheetName: string): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}">` +
  `<sheets><sheet name="${escapeXml(sheetTitle(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const WORKBOOK_RELATIONS =
  `${XML}<Relationships xmlns="${RELATIONS}">` +
  `<Relationship Id="rId1" Type="${OFFICE_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="rId2" Type="${OFFICE_RELATIONS}/styles" Target="styles.xml"/></Relationships>`;

/** The cell styles: plain, header (bold), text (wrapped, at the top), date, date with a time, percentage. */
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
  [164, 165, 10]
    .map(
      (format) =>
        `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>`,
    )
    .join('') +
  '</cellXfs>' +
  '</styleSheet>';

const SHEET_START =
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

const SHEET_END = '</sheetData></worksheet>';
