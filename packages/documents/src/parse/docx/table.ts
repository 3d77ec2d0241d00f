interface Cell {
  readonly blocks: readonly string[];
  readonly span: number;
}

/** A table while it is read. */
export interface Table {
  readonly rows: Cell[][];
  row: Cell[];
  isRowDeleted: boolean;
  span: number;
  /** The cell continues the one above. */
  isContinued: boolean;
}

export const newTable = (): Table => ({
  rows: [],
  row: [],
  isRowDeleted: false,
  span: 1,
  isContinued: false,
});

/** A cell with more text is a part of the page's layout. */
const MAX_CELL_CHARACTERS = 400;
const MAX_SPAN = 63;

/** Blocks of Markdown: a table, or what is in its cells if it is only there for the layout. */
export function tableBlocks({ rows }: Table): string[] {
  const cells = rows.flat();
  const isLayout =
    rows.every((row) => row.length <= 1) ||
    cells.some(({ blocks }) => blocks.length > 1 && blocks.join('').length > MAX_CELL_CHARACTERS) ||
    cells.some(({ blocks }) => blocks.some((block) => block.startsWith('| ')));
  if (isLayout) return cells.flatMap(({ blocks }) => blocks);
  const lines = rows.map((row) =>
    row.flatMap(({ blocks, span }) => [
      blocks.join('<br>').replace(/\n+/gu, '<br>').replaceAll('|', '\\|').trim(),
      ...Array.from({ length: Math.min(span, MAX_SPAN) - 1 }, () => ''),
    ]),
  );
  const width = lines.reduce((widest, { length }) => Math.max(widest, length), 0);
  if (lines.every((line) => line.every((text) => text === ''))) return [];
  const toRow = (texts: readonly string[]): string =>
    `|${Array.from({ length: width }, (_, index) => ` ${texts[index] ?? ''} |`).join('')}`;
  const [header = [], ...others] = lines;
  const rule = Array.from({ length: width }, () => '---');
  return [[toRow(header), toRow(rule), ...others.map(toRow)].join('\n')];
}
