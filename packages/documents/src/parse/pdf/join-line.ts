import type { Piece } from './page-pieces.js';

/** A gap of more than this part of the height is a blank. */
const BLANK = 0.3;
/** The same where the page's program put a blank there, which may be narrow in justified lines. */
const DRAWN_BLANK = 0.08;
/** A wider gap separates columns of a table. */
export const WIDE = 1.3;

const IDEOGRAPHIC = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/gu;
const LEFT_TO_RIGHT = /(?![\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}])\p{L}/gu;

const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

interface Run {
  readonly isRightToLeft: boolean;
  text: string;
  readonly separator: string;
}

/** The text of a line's pieces, which lie from left to right, in the order of reading. */
export function joinLine(pieces: readonly Piece[]): string {
  const whole = pieces.map(({ text }) => text).join('');
  const isRightToLeftLine = countOf(RIGHT_TO_LEFT, whole) > countOf(LEFT_TO_RIGHT, whole);
  const runs: Run[] = [];
  let previous: Piece | undefined;
  for (const piece of pieces) {
    const separator = previous === undefined ? '' : separatorOf(previous, piece);
    const isRightToLeft = runsRightToLeft(piece.text, isRightToLeftLine);
    const last = runs.at(-1);
    if (last?.isRightToLeft !== isRightToLeft) runs.push({ isRightToLeft, text: piece.text, separator });
    else last.text = isRightToLeft ? piece.text + separator + last.text : last.text + separator + piece.text;
    previous = piece;
  }
  const joined = runs.reduce(
    (line, { text, separator }) => (isRightToLeftLine ? text + separator + line : line + separator + text),
    '',
  );
  const line = joined.replace(/ {2,}/gu, ' ').trim();
  return isRightToLeftLine ? mirrorBrackets(line) : line;
}

const BRACKETS = /[()[\]{}]/gu;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
};

/** Some programs name the brackets of a right-to-left line by their shapes: one that opens looks like `)`. */
function mirrorBrackets(line: string): string {
  if (isBalanced(line)) return line;
  const mirrored = line.replace(BRACKETS, (bracket) => MIRRORED[bracket] ?? bracket);
  return isBalanced(mirrored) ? mirrored : line;
}

function isBalanced(line: string): boolean {
  const open: string[] = [];
  for (const bracket of line.match(BRACKETS) ?? []) {
    if ('([{'.includes(bracket)) open.push(bracket);
    else if (open.pop() !== MIRRORED[bracket]) return false;
  }
  return open.length === 0;
}

/** Numbers run from left to right in any line; marks follow the line. */
function runsRightToLeft(text: string, isRightToLeftLine: boolean): boolean {
  if (countOf(RIGHT_TO_LEFT, text) > 0) return countOf(RIGHT_TO_LEFT, text) >= countOf(LEFT_TO_RIGHT, text);
  return isRightToLeftLine && !/[\p{L}\p{N}]/u.test(text);
}

function separatorOf(before: Piece, after: Piece): string {
  const height = Math.min(before.height, after.height);
  const gap = (after.left - before.right) / height;
  if (gap > WIDE) return '\t';
  if (/\s$/u.test(before.text) || /^\s/u.test(after.text)) return '';
  // Signs of one syllable, and scripts without blanks.
  if (/^\p{M}/u.test(after.text)) return '';
  const isIdeographic = IDEOGRAPHIC.test(before.text.slice(-1)) && IDEOGRAPHIC.test(after.text.slice(0, 1));
  if (isIdeographic) return '';
  const isBlank = gap > BLANK || (gap > DRAWN_BLANK && (before.hasBlank || after.hasBlank));
  return isBlank ? ' ' : '';
}
