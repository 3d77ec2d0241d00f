import { type CodeRanges, LETTERS, MARKS } from '../source/names.js';

/** What a character is outside of texts. */
export const KIND = {
  /** Whatever means nothing to the language. */
  other: 0,
  blank: 1,
  lineEnd: 2,
  letter: 3,
  digit: 4,
  /** Only within a name or among other characters. */
  nameRest: 5,
  sign: 6,
} as const;

// Blanks include the ones that come along when text is pasted from a word processor.
const BLANKS: CodeRanges = [
  [0x09, 0x09],
  [0x0b, 0x0c],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200b],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

const LINE_ENDS: CodeRanges = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
];

const DIGITS: CodeRanges = [[0x30, 0x39]];

const UNDERSCORE: CodeRanges = [[0x5f, 0x5f]];

const SIGNS = '"#{}=!<>+-*/(),';

const kinds = new Uint8Array(0x1_0000);

function note(ranges: CodeRanges, kind: number): void {
  for (const [first, last] of ranges) kinds.fill(kind, first, last + 1);
}

note(LETTERS, KIND.letter);
note(BLANKS, KIND.blank);
note(LINE_ENDS, KIND.lineEnd);
note(DIGITS, KIND.digit);
note([...MARKS, ...UNDERSCORE], KIND.nameRest);
for (let index = 0; index < SIGNS.length; index++) kinds[SIGNS.charCodeAt(index)] = KIND.sign;

/** The kind of a character, by its code. */
export function kindOf(code: number): number {
  return kinds[code] ?? KIND.other;
}

/** Whether a name that has begun goes on with this character. */
export function continuesName(code: number): boolean {
  const kind = kinds[code];
  return kind === KIND.letter || kind === KIND.digit || kind === KIND.nameRest;
}
