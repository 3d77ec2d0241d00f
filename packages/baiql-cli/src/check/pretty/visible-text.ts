import stringWidth from 'string-width';

const TAB = '    ';
const WIDEST = 140;
const NARROWEST = 20;

// Characters that move the cursor, hide text or change its direction.
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text safe for a terminal: expands tabs and removes control characters. */
export function printable(text: string): string {
  return text.replaceAll('\t', TAB).replace(UNSAFE, '�');
}

/** The width of a text in terminal columns. */
export function visibleWidth(text: string): number {
  return stringWidth(printable(text));
}

// Splits a text into grapheme clusters: a letter with its accents, a flag, a family.
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The longest prefix that fits in a number of columns. */
export function cutToWidth(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const { segment } of characters.segment(text)) {
    width += visibleWidth(segment);
    if (width > columns) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** An excerpt of a line; the offsets are those of the range within it. */
export interface View {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a long line to an excerpt around a range. Measured in terminal columns, as tabs and wide characters take
 * several.
 */
export function windowAround(line: string, start: number, end: number, columns: number | null = null): View {
  const widest = columns === null ? WIDEST : Math.min(WIDEST, Math.max(NARROWEST, columns));
  if (visibleWidth(line) <= widest) return { text: line, start, end };
  // Less than a third of the width is used before the range.
  const from = startOfWindow(line, start, Math.floor(widest / 3));
  const to = from + cutToWidth(line.slice(from), widest - 2 * ELLIPSIS.length).length;
  const prefix = from > 0 ? ELLIPSIS : '';
  const shift = prefix.length - from;
  const text = `${prefix}${line.slice(from, to)}${to < line.length ? ELLIPSIS : ''}`;
  return { text, start: start + shift, end: Math.min(end, to) + shift };
}

const ELLIPSIS = '…';

/** The offset at which this many columns precede the range. */
function startOfWindow(line: string, place: number, columns: number): number {
  let from = place;
  let room = columns;
  const before = Array.from(characters.segment(line.slice(Math.max(0, place - columns), place)));
  for (const { segment } of before.reverse()) {
    room -= visibleWidth(segment);
    if (room < 0) break;
    from -= segment.length;
  }
  return from;
}
