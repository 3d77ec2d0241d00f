import { MAX_DENSE_CELLS, MAX_SHEET_CELLS } from '../../limits.js';
import { FarCellError, numberCell, type SheetCell } from '../sheet-cell.js';
import { readXml, type Attributes } from '../docx/xml.js';
import { DenseSheetError, type MergedCells } from '../workbook-parts.js';

/** A sheet of an OpenDocument spreadsheet. */
export interface OpenSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: SheetCell[][];
  readonly merges: readonly MergedCells[];
  readonly percentColumns: ReadonlySet<number>;
  readonly dateColumns: ReadonlySet<number>;
}

/** Notes, shapes and earlier values, which are no cells. */
const SKIPPED: ReadonlySet<string> = new Set([
  'office:annotation',
  'table:shapes',
  'table:tracked-changes',
  'table:dde-links',
  'draw:frame',
  'draw:custom-shape',
]);
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/**
 * The sheets of an OpenDocument spreadsheet (content.xml). Cells and rows may be repeated, which a small file can do
 * millions of times.
 * @throws DenseSheetError, FarCellError
 */
export function readOpenSheets(content: string): OpenSheet[] {
  const sheets: OpenSheet[] = [];
  const hidden = new Set<string>();
  let style = '';
  let skipping = 0;
  let sheet: ReturnType<typeof createSheet> | null = null;
  let cell: { attributes: CellFacts; lines: string[] } | null = null;
  let isLine = false;
  readXml(content, {
    open(name, attributes) {
      if (skipping > 0 || SKIPPED.has(name)) {
        skipping += 1;
        return;
      }
      switch (name) {
        case 'style:style':
          style = attributes('style:name') ?? '';
          break;
        case 'style:table-properties':
          if (attributes('table:display') === 'false') hidden.add(style);
          break;
        case 'table:table':
          sheet = createSheet(
            attributes('table:name') ?? '',
            hidden.has(attributes('table:style-name') ?? ''),
          );
          break;
        case 'table:table-row':
          sheet?.beginRow(timesOf(attributes, 'table:number-rows-repeated'));
          break;
        case 'table:table-cell':
        case 'table:covered-table-cell':
          cell = { attributes: cellFacts(attributes), lines: [] };
          break;
        case 'text:p':
          isLine = cell !== null;
          cell?.lines.push('');
          break;
        case 'text:s':
          if (isLine) cell?.lines.push(`${cell.lines.pop() ?? ''} `);
          break;
        case 'text:line-break':
          if (isLine) cell?.lines.push('');
          break;
      }
    },
    close(name) {
      if (skipping > 0) {
        skipping -= 1;
        return;
      }
      switch (name) {
        case 'text:p':
          isLine = false;
          break;
        case 'table:table-cell':
        case 'table:covered-table-cell':
          if (cell) sheet?.addCell(cell.attributes, cell.lines.join('\n'));
          cell = null;
          break;
        case 'table:table-row':
          sheet?.endRow();
          break;
        case 'table:table':
          if (sheet) sheets.push(sheet.finish());
          sheet = null;
          break;
      }
    },
    text(text) {
      if (isLine && skipping === 0 && cell) cell.lines.push((cell.lines.pop() ?? '') + text);
    },
  });
  return sheets;
}

interface CellFacts {
  readonly type: string;
  readonly value: string | undefined;
  readonly times: number;
  readonly wide: number;
  readonly high: number;
}

const timesOf = (attributes: Attributes, name: string): number =>
  Math.max(1, Math.trunc(Number(attributes(name) ?? 1)) || 1);

function cellFacts(attributes: Attributes): CellFacts {
  const type = attributes('office:value-type') ?? '';
  const key = ['date', 'time', 'boolean', 'string'].includes(type) ? `office:${type}-value` : 'office:value';
  return {
    type,
    value: attributes(key),
    times: timesOf(attributes, 'table:number-columns-repeated'),
    wide: timesOf(attributes, 'table:number-columns-spanned'),
    high: timesOf(attributes, 'table:number-rows-spanned'),
  };
}

function createSheet(name: string, isHidden: boolean) {
  const rows: SheetCell[][] = [];
  const merges: MergedCells[] = [];
  const [percents, dates, others] = [new Set<number>(), new Set<number>(), new Set<number>()];
  let [row, column, emptyRows, repeats, cells, extent] = [[] as SheetCell[], 0, 0, 1, 0, 0];

  function count(more: number): void {
    cells += more;
    if (cells > MAX_DENSE_CELLS) throw new DenseSheetError('cells', cells);
  }

  return {
    beginRow(times: number): void {
      [row, column, repeats] = [[], 0, times];
    },
    addCell({ type, value, times, wide, high }: CellFacts, text: string): void {
      const shown = cellValue(type, value, text);
      const at = column;
      column += times;
      if (wide > 1 || high > 1) {
        const firstRow = rows.length + emptyRows;
        merges.push({ firstRow, lastRow: firstRow + high - 1, firstColumn: at, lastColumn: at + wide - 1 });
      }
      if (shown === '') return;
      if (column > MAX_COLUMNS) throw new FarCellError(rows.length + emptyRows + 1, column);
      count(times);
      while (row.length < at) row.push('');
      for (let repeat = 0; repeat < times; repeat += 1) row.push(shown);
      const isHeader = rows.length + emptyRows === 0;
      if (type === 'percentage') percents.add(at);
      if (type === 'date') dates.add(at);
      else if (!isHeader) others.add(at);
    },
    endRow(): void {
      if (row.length === 0) {
        emptyRows += repeats;
        return;
      }
      const last = rows.length + emptyRows + repeats;
      extent = Math.max(extent, row.length);
      if (last > MAX_ROWS || last * extent > MAX_SHEET_CELLS) throw new FarCellError(last, row.length);
      count(row.length * (repeats - 1));
      for (; emptyRows > 0; emptyRows -= 1) rows.push([]);
      for (let repeat = 0; repeat < repeats; repeat += 1) rows.push([...row]);
    },
    finish: (): OpenSheet => ({
      name,
      isHidden,
      rows,
      merges,
      percentColumns: percents,
      dateColumns: new Set([...dates].filter((each) => !others.has(each))),
    }),
  };
}

function cellValue(type: string, value: string | undefined, text: string): SheetCell {
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const number = Number(value);
      return value === undefined || Number.isNaN(number) ? text : numberCell(number);
    }
    case 'date':
      return value === undefined ? text : value.replace(/T00:00:00(?:\.0+)?$/u, '').replace('T', ' ');
    case 'time':
      return value === undefined ? text : hoursText(value);
    case 'boolean':
      return value === 'true' ? 'TRUE' : 'FALSE';
    default:
      return value ?? text;
  }
}

/** `PT09H30M00S` is `09:30`. */
function hoursText(duration: string): string {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/u.exec(duration) ?? [];
  const parts = Number(seconds) === 0 ? [hours, minutes] : [hours, minutes, seconds];
  return parts.map((part) => part.padStart(2, '0')).join(':');
}
