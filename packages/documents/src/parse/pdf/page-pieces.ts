import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;

/** A piece of a line's text, placed in the direction of reading: `left` to `right`, on a `baseline` counted upwards. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** The font's size. */
  readonly height: number;
  /** The page's program put a blank before or after it. */
  hasBlank: boolean;
}

/**
 * The pieces of a page in groups that are read in one direction each, the largest first. Sideways text is placed as if
 * it were turned upright, and vertical text as if its lines ran from left to right, the first one on top.
 */
export function groupPieces({ items, styles }: TextContent): Piece[][] {
  const groups = new Map<number, Piece[]>();
  let previous: Piece | undefined;
  let isBlankDue = false;
  const stacked = findStacked(items);
  for (const item of items) {
    if (!('str' in item)) continue;
    if (item.str.trim() === '') {
      if (previous !== undefined && item.str !== '') previous.hasBlank = true;
      isBlankDue ||= item.str !== '';
      continue;
    }
    const isVertical = styles[item.fontName]?.vertical === true || stacked.has(item);
    const direction = isVertical ? DOWN : quarterTurns(item);
    const piece = place(item, direction, isVertical);
    piece.hasBlank = isBlankDue;
    isBlankDue = false;
    const group = groups.get(direction);
    if (group === undefined) groups.set(direction, [piece]);
    else group.push(piece);
    previous = piece;
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
}

const IDEOGRAPH = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\ufe10-\ufe4f\uff00-\uffef]$/u;
/** Part of a page's pieces above which characters below each other are a line, not a table's column. */
const MIN_STACKED = 0.6;
const MAX_STEP = 2;

/** Vertical text that was drawn character by character with a font for horizontal text, as browsers print it. */
function findStacked(items: TextContent['items']): ReadonlySet<TextItem> {
  const shown = items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '');
  const stacked = new Set<TextItem>();
  for (const [index, item] of shown.entries()) {
    const next = shown[index + 1];
    if (next === undefined || !isBelow(item, next)) continue;
    stacked.add(item);
    stacked.add(next);
  }
  return stacked.size > MIN_STACKED * shown.length ? stacked : new Set();
}

function isBelow(item: TextItem, next: TextItem): boolean {
  if (!IDEOGRAPH.test(item.str.trim()) || !IDEOGRAPH.test(next.str.trim())) return false;
  if (quarterTurns(item) !== 0 || quarterTurns(next) !== 0) return false;
  const [, , , height = 1, x = 0, y = 0] = item.transform as number[];
  const [, , , , nextX = 0, nextY = 0] = next.transform as number[];
  const step = (y - nextY) / height;
  return Math.abs(x - nextX) < height / 4 && step > 0.5 && step < MAX_STEP;
}

/** Quarter turns of text that runs down the page. */
const DOWN = 3;

function quarterTurns({ transform }: TextItem): number {
  const [cosine = 1, sine = 0] = transform as number[];
  return (Math.round(Math.atan2(sine, cosine) / (Math.PI / 2)) + 4) % 4;
}

function place(item: TextItem, direction: number, isVertical: boolean): Piece {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
  const height = Math.hypot(c, d) || Math.hypot(a, b) || 1;
  const length = isVertical ? item.height : item.width;
  const left = [x, y, -x, -y][direction] ?? x;
  const baseline = [y, -x, -y, x][direction] ?? y;
  return { text: normalize(item.str), left, right: left + length, baseline, height, hasBlank: false };
}

/** Ligatures, Arabic presentation forms and radicals that stand for characters are shapes, not letters. */
const SHAPES = /[\u2e80-\u2fdf\ufb00-\ufdff\ufe70-\ufefc]+/gu;
/** Bullets of fonts such as Wingdings, where they stand alone. */
const SYMBOL = /(?<![^\s])[\uf020-\uf0ff](?![^\s])/gu;

const normalize = (text: string): string =>
  text.replace(SHAPES, (shapes) => shapes.normalize('NFKC')).replace(SYMBOL, '•');
