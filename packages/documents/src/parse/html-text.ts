import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'iframe',
  'object',
  'select',
]);
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const SPACED = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'table', 'blockquote', 'pre']);
const CELLS = new Set(['td', 'th']);
/** Every row has one: the parser adds it if the page has none. */
const ROW_GROUPS = new Set(['thead', 'tbody', 'tfoot']);

/** The visible text of a web page, one line per block, with table cells separated by tabs. */
export function htmlToText(html: string): string {
  const text = createTextBuilder();
  // Uses an explicit stack: pages can be nested deeper than the call stack.
  const pending: (Node | string)[] = [parse(html)];
  let preformatted = 0;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === 'string') {
      if (node === 'pre') preformatted -= 1;
      if (CELLS.has(node)) text.endCell();
      if (BLOCKS.has(node)) text.breakLine(SPACED.has(node));
      if (node === 'table') text.endTable();
    } else if ('value' in node) {
      text.add(preformatted > 0 ? node.value : node.value.replace(/\s+/gu, ' '), preformatted > 0);
    } else if ('childNodes' in node) {
      const name = node.nodeName;
      if (SKIPPED.has(name)) continue;
      if (ROW_GROUPS.has(name) && 'attrs' in node) addEmptyCells(node);
      if (name === 'br') text.breakLine(false);
      if (CELLS.has(name)) text.startCell();
      if (BLOCKS.has(name)) text.breakLine(SPACED.has(name));
      if (name === 'tr') text.startRow();
      if (name === 'li') text.add('- ', true);
      if (name === 'pre') preformatted += 1;
      pending.push(name);
      for (const child of node.childNodes.toReversed()) pending.push(child);
    }
  }
  return text.finish();
}

/** No real table has larger spans. */
const MAX_SPAN = 100;

const spanOf = ({ attrs }: Element, way: 'rowspan' | 'colspan'): number =>
  Math.min(MAX_SPAN, Number(attrs.find(({ name }) => name === way)?.value) || 1);

/** Inserts an empty cell for each spanned position, so that the following cells keep their columns. */
function addEmptyCells(part: Element): void {
  const rowsLeft: number[] = []; // of the cell in each column
  for (const row of part.childNodes) {
    if (row.nodeName !== 'tr' || !('childNodes' in row)) continue;
    let column = 0;
    row.childNodes = row.childNodes.flatMap((cell) => {
      if (!CELLS.has(cell.nodeName) || !('attrs' in cell)) return [cell];
      const cells: Element[] = [];
      const addEmpty = (): number => cells.push({ ...cell, childNodes: [] });
      for (let left = rowsLeft[column] ?? 0; left > 0; left = rowsLeft[column] ?? 0) {
        addEmpty();
        rowsLeft[column] = left - 1;
        column += 1;
      }
      cells.push(cell);
      const [wide, down] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      for (let more = 1; more < wide; more += 1) addEmpty();
      for (const end = column + wide; column < end; column += 1) rowsLeft[column] = down - 1;
      return cells;
    });
    for (; column < rowsLeft.length; column += 1) rowsLeft[column] = Math.max(0, (rowsLeft[column] ?? 0) - 1);
  }
}

function createTextBuilder() {
  const pieces: string[] = [];
  let line = '';
  /** Line breaks before the line, and those due before the next text. */
  let before = 0;
  let owed = 0;
  let rowHasCell = false;
  let isRowOneLine = true;
  /** Blocks at the start of a cell begin no new line. */
  let isCellEmpty = false;

  function endLine(): void {
    if (line.trim() !== '') {
      if (pieces.length > 0) pieces.push('\n'.repeat(before));
      pieces.push(line.trimEnd());
      before = 0;
      isRowOneLine = false;
    }
    line = '';
    before = Math.max(before, owed);
    owed = 0;
  }

  return {
    add(text: string, verbatim: boolean) {
      const isFirst = line === '' || owed > 0;
      const piece = !verbatim && (isFirst || /\s$/u.test(line)) ? text.trimStart() : text;
      if (piece === '') return;
      if (owed > 0) endLine();
      line += piece;
      isCellEmpty = false;
    },
    startRow() {
      isCellEmpty = false;
      endLine();
      rowHasCell = false;
      isRowOneLine = true;
    },
    /** Cells are separated by tabs, even if one is empty or contains a paragraph, unless one has several lines. */
    startCell() {
      if (rowHasCell && (isRowOneLine || owed === 0)) {
        line = `${line.endsWith(' ') ? line.slice(0, -1) : line}\t`;
        owed = 0;
      }
      rowHasCell = true;
      isCellEmpty = true;
    },
    endCell() {
      isCellEmpty = false;
      owed = Math.min(owed, 1);
    },
    endTable() {
      isRowOneLine = false;
    },
    breakLine(spaced: boolean) {
      if (!isCellEmpty) owed = Math.max(owed, spaced ? 2 : 1);
    },
    finish(): string {
      endLine();
      return pieces.join('');
    },
  };
}

/** Where browsers look for it (HTML Standard, 13.2.3.2). */
const PRESCANNED_BYTES = 1_024;
const META_CHARSET = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/iu;

/** The encoding that a page's own `<meta charset>` names; null without one, or below a byte-order mark. */
export function declaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, PRESCANNED_BYTES)).toString('latin1');
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/u.test(head)) return null;
  const [, label = ''] = META_CHARSET.exec(head) ?? [];
  try {
    const { encoding } = new TextDecoder(label);
    // A page that says so in bytes of ASCII is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch (error) {
    if (error instanceof RangeError) return null; // no encoding has this name
    throw error;
  }
}
