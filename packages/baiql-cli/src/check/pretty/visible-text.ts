import stringWidth from 'string-width';

const TAB = '    ';
const WIDEST = 140;
const NARROWEST = 20;

// What would move the cursor, hide text or turn its direction around.
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text as it can be shown on a terminal: tabs as blanks, and nothing that controls the terminal. */
export function printable(text: string): string {
  return text.replaceAll('\t', TAB).replace(UNSAFE, '�');
}

/** How many columns of a terminal a text takes. */
export function visibleWidth(text: string): number {
  return stringWidth(printable(text));
}

// What a person takes for characters: a letter with its accents, a flag, a family.
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As much of a text as fits into so many columns. */
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

/** A stretch of a line; the offsets are those of the place in it. */
export interface View {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * As much of a long line as fits beside a place. What counts are the columns of a terminal, of which a tab or a wide
 * letter takes several.
 */
export function windowAround(line: string, start: number, end: number, columns: number | null = null): View {
  const widest = columns === null ? WIDEST : Math.min(WIDEST, Math.max(NARROWEST, columns));
  if (visibleWidth(line) <= widest) return { text: line, start, end };
  // Less than a third of the room is for what stands before the place.
  const from = startOfWindow(line, start, Math.floor(widest / 3));
  const to = from + cutToWidth(line.slice(from), widest - 2 * ELLIPSIS.length).length;
  const prefix = from > 0 ? ELLIPSIS : '';
  const shift = prefix.length - from;
  const text = `${prefix}${line.slice(from, to)}${to < line.length ? ELLIPSIS : ''}`;
  return { text, start: start + shift, end: Math.min(end, to) + shift };
}

const ELLIPSIS = '…';

/** The offset from which on so many columns stand before a place. */
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
