import { Parser } from 'saxen';
import { MAX_DENSE_CELLS } from '../limits.js';
import { countTags } from './count-tags.js';
import { needsRepair } from './repair-workbook.js';

const TOLD = /^xl\/(?:workbook\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/;

/** The first visible sheet of a workbook, and details its parser does not report. */
export interface VisibleSheet {
  /** Its position among all sheets, from 1. */
  readonly number: number;
  readonly name: string;
  readonly sheetCount: number;
  /** The numbers of the sheets that are not hidden. */
  readonly visibleSheets: readonly number[];
  /** Cells with an error, which the parser reads as empty. */
  readonly errors: readonly ErrorCell[];
  /** True if a cell shows its number as a percentage: 25% is 0.25. */
  readonly hasPercentages: boolean;
  /** The columns, from 0, with such cells. */
  readonly percentColumns: ReadonlySet<number>;
  /** Merged cells: only the first has the value. */
  readonly merges: readonly MergedCells[];
  /** True if its dates count from 1904, as in old Mac workbooks. */
  readonly isFrom1904: boolean;
  /** Extent of the cells with a value, counted from 1. */
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** Corners of merged cells, inclusive, from 0. */
export interface MergedCells {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** The requested sheet is not in the workbook. */
export class NoSheetError extends Error {
  override readonly name = 'NoSheetError';
  constructor(
    readonly wanted: string | number,
    readonly sheets: readonly string[],
  ) {
    super(`There is no sheet ${wanted}.`);
  }
}

interface ErrorCell {
  /** From 0. */
  readonly row: number;
  readonly column: number;
  readonly shown: string;
}

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const STRINGS = 'xl/sharedStrings.xml';

/** A workbook with too many cells or texts: its parser would take half a minute. */
export class DenseSheetError extends Error {
  override readonly name = 'DenseSheetError';
  constructor(
    readonly what: 'cells' | 'texts',
    readonly count: number,
  ) {
    super(`The workbook has ${count} ${what}.`);
  }

  /** User-facing, with the file's name. */
  sentenceOf(file: string): string {
    const [count, most] = [this.count, MAX_DENSE_CELLS].map((each) => each.toLocaleString('en'));
    return `${file} has ${count} ${this.what}, and ${most} are read from an xlsx file. Save the sheet as csv, which has no such limit.`;
  }
}

/** Processes a workbook's parts while it is unpacked. */
export function collectParts() {
  const pieces = new Map<string, Buffer[]>();
  const counts = new Map<string, ReturnType<typeof countTags>>();
  const countOf = (name: string): number => counts.get(name)?.count ?? 0;
  const counterOf = (name: string, tag: string): ReturnType<typeof countTags> => {
    const known = counts.get(name) ?? countTags(tag);
    counts.set(name, known);
    return known;
  };
  const textOf = (name: string): string => Buffer.concat(pieces.get(name) ?? []).toString();
  return {
    look: (name: string, piece: Buffer): void => {
      if (name === STRINGS) counterOf(name, 'si').add(piece);
      if (SHEET.test(name)) counterOf(name, 'c').add(piece);
      if (!TOLD.test(name)) return;
      const known = pieces.get(name);
      if (known === undefined) pieces.set(name, [piece]);
      else known.push(piece);
    },
    /** Whether its parser would misread it. */
    needRepair: (): boolean => [...pieces.keys()].some((name) => needsRepair(name, textOf(name))),
    /**
     * @param wanted a sheet by its name, in any case, or its number; absent: the first that is not hidden.
     * @throws DenseSheetError, NoSheetError
     */
    shownSheet: (wanted?: string | number): VisibleSheet => {
      const { sheets, isFrom1904 } = readWorkbook(textOf('xl/workbook.xml'));
      const index = placeOfSheet(sheets, wanted);
      const { id = '', name = '' } = sheets[index] ?? {};
      const target = readTargets(textOf('xl/_rels/workbook.xml.rels')).get(id) ?? '';
      const sheet = `xl/worksheets/${target.replace(/^.*\//u, '')}`;
      if (countOf(sheet) > MAX_DENSE_CELLS) throw new DenseSheetError('cells', countOf(sheet));
      if (countOf(STRINGS) > MAX_DENSE_CELLS) throw new DenseSheetError('texts', countOf(STRINGS));
      const { styles, ...cells } = readCells(textOf(sheet));
      const isPercent = (of: ReadonlySet<string>): boolean => [...of].some((style) => percentages.has(style));
      const percentages = readPercentStyles(textOf('xl/styles.xml'));
      return {
        number: index + 1,
        name,
        sheetCount: sheets.length,
        visibleSheets: sheets.flatMap(({ isHidden }, at) => (isHidden ? [] : [at + 1])),
        isFrom1904,
        ...cells,
        hasPercentages: [...styles.values()].some(isPercent),
        percentColumns: new Set([...styles].flatMap(([column, of]) => (isPercent(of) ? [column] : []))),
      };
    },
  };
}

/** The index of the wanted sheet, by number or name; of the first that is not hidden if absent. @throws NoSheetError */
export function placeOfSheet(
  sheets: readonly { name: string; isHidden: boolean }[],
  wanted: string | number | undefined,
): number {
  // A workbook always has a visible sheet.
  if (wanted === undefined)
    return Math.max(
      0,
      sheets.findIndex(({ isHidden }) => !isHidden),
    );
  const folded = String(wanted).trim().toLowerCase();
  const index =
    typeof wanted === 'number'
      ? wanted - 1
      : sheets.findIndex(({ name }) => name.trim().toLowerCase() === folded);
  if (sheets[index] !== undefined) return index;
  throw new NoSheetError(
    wanted,
    sheets.map(({ name }) => name),
  );
}

type Attributes = Readonly<Record<string, string>>;

interface XmlHandlers {
  /** Names have no prefix. */
  tag: (name: string, attributes: () => Attributes, decode: (text: string) => string) => void;
  text?: (text: string) => void;
}

function readXml(xml: string, { tag, text }: XmlHandlers): void {
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => tag(withoutPrefix(name), attributes, decode));
  if (text) parser.on('text', text);
  parser.on('error', () => undefined); // damage is reported when the cells are read
  parser.parse(xml);
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

function readWorkbook(workbook: string) {
  const sheets: { id: string; name: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  readXml(workbook, {
    tag: (tag, attributes, decode) => {
      if (tag === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes().date1904 ?? '');
      if (tag !== 'sheet') return;
      const { name = '', state = 'visible', ...others } = attributes();
      const [, id = ''] = Object.entries(others).find(([key]) => withoutPrefix(key) === 'id') ?? [];
      sheets.push({ id, name: decode(name), isHidden: state !== 'visible' });
    },
  });
  return { sheets, isFrom1904 };
}

function readTargets(relationships: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(relationships, {
    tag: (tag, attributes) => {
      if (tag !== 'Relationship') return;
      const { Id = '', Target = '' } = attributes();
      targets.set(Id, Target);
    },
  });
  return targets;
}

const MAX_ROWS = 1_048_576;

/** Information from cells with a value: `styles` are the style ids in each column, from 0. */
function readCells(sheet: string) {
  const errors: ErrorCell[] = [];
  const styles = new Map<number, Set<string>>();
  let [lastRow, lastColumn] = [1, 1];
  let cell: Attributes = {};
  let isValue = false;
  const merges: MergedCells[] = [];
  readXml(sheet, {
    tag: (tag, attributes) => {
      if (tag === 'mergeCell') {
        const [from, to] = (attributes().ref ?? '').split(':').map((r) => placeOf({ r }));
        if (from !== undefined && to !== undefined)
          merges.push({
            firstRow: from.row - 1,
            lastRow: to.row - 1,
            firstColumn: from.column - 1,
            lastColumn: to.column - 1,
          });
      }
      if (tag === 'c') cell = attributes();
      // Rows without a value take almost no memory, except positions no program writes.
      if (tag === 'row' && Number(attributes().r) > MAX_ROWS) lastRow = Number(attributes().r);
      isValue = tag === 'v';
      if (!isValue && tag !== 'is') return;
      const place = placeOf(cell);
      lastRow = Math.max(lastRow, place.row);
      lastColumn = Math.max(lastColumn, place.column);
      if (cell.s === undefined) return;
      const ofColumn = styles.get(place.column - 1) ?? new Set();
      styles.set(place.column - 1, ofColumn.add(cell.s));
    },
    text: (shown) => {
      if (!isValue || cell.t !== 'e') return;
      isValue = false;
      const { row, column } = placeOf(cell);
      errors.push({ row: row - 1, column: column - 1, shown });
    },
  });
  return { errors, styles, lastRow, lastColumn, merges };
}

/** Counted from 1, as in a sheet. */
function placeOf({ r = '' }: Attributes): { row: number; column: number } {
  const [, letters = 'A', row = '1'] = /^([A-Z]+)(\d+)$/u.exec(r) ?? [];
  return {
    row: Number(row),
    column: letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
  };
}

const BUILT_IN_PERCENT_FORMATS = ['9', '10'];

/** Ids of the styles that show percentages. */
function readPercentStyles(styles: string): ReadonlySet<string> {
  const formats = new Set(BUILT_IN_PERCENT_FORMATS);
  const found = new Set<string>();
  let count = Number.NaN; // cell formats are the last of this name
  readXml(styles, {
    tag: (tag, attributes, decode) => {
      if (tag === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = attributes();
        // `0" %"` only appends a sign to 5.
        if (
          decode(formatCode)
            .replace(/"[^"]*"|\\./gu, '')
            .includes('%')
        )
          formats.add(numFmtId);
      }
      if (tag === 'cellXfs') count = 0;
      if (tag !== 'xf') return;
      if (formats.has(attributes().numFmtId ?? '')) found.add(String(count));
      count += 1;
    },
  });
  return found;
}
