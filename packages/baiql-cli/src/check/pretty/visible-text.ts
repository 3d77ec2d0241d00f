const TAB = '    ';
const WIDEST = 140;
const NARROWEST = 20;

// What would move the cursor, hide text or turn its direction around.
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const NO_WIDTH = /^(?:\p{Mn}|\p{Me}|\u200b|\u200c|\u200d|\ufe0f)$/u;

/** Text as it can be shown on a terminal: tabs as blanks, and nothing that controls the terminal. */
export function printable(text: string): string {
  return text.replaceAll('\t', TAB).replace(UNSAFE, '�');
}

/** How many columns of a terminal a text takes. */
export function visibleWidth(text: string): number {
  let width = 0;
  for (const character of printable(text)) {
    if (NO_WIDTH.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
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
  let to = from;
  let room = widest - 2 * ELLIPSIS.length;
  for (const character of line.slice(from)) {
    room -= visibleWidth(character);
    if (room < 0) break;
    to += character.length;
  }
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
  for (const character of Array.from(line.slice(Math.max(0, place - columns), place)).reverse()) {
    room -= visibleWidth(character);
    if (room < 0) break;
    from -= character.length;
  }
  return from;
}
