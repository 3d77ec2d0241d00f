import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { BUILT_IN_WORDS, INPUT_WORDS, KEYWORDS, SETTING_WORDS } from '../vocabulary/vocabulary.js';
import { foldName } from '../source/names.js';
import type { Source } from '../source/source.js';
import { endOf, type TokenLine } from './assemble.js';
import { wordsOf } from './mentions.js';

/** A stretch of the script that is read as another text of the same length, so that every offset stays. */
export interface Patch {
  readonly start: number;
  readonly text: string;
}

/** How lines with a mistake are read instead, and what is said of them. */
export interface Repair {
  readonly mistake: Diagnostic;
  readonly patches: readonly Patch[];
  /** Where a line end is missing. */
  readonly splits: readonly number[];
  /** The lines, as indices, that are understood with it. */
  readonly first: number;
  readonly last: number;
}

/** What is longer is not tried in other ways. */
export const LONGEST_STATEMENT = 10_000;

/** What a search for repairs works on. */
export interface Damage {
  readonly source: Source;
  readonly lines: readonly TokenLine[];
  /** What is wrong with a line, by its index: what was said of it first. */
  readonly mistakes: ReadonlyMap<number, Diagnostic>;
  /** Whether a text, taken by itself, is one sound statement. */
  readonly isSound: (text: string) => boolean;
  /** Whether a word is one of the language, or stands elsewhere in the script. */
  readonly isKnown: (word: string) => boolean;
}

/** Where a line begins, and where it ends before its comment. */
export function startOf(line: TokenLine): number {
  return line[0]?.startOffset ?? 0;
}

export function contentEnd(line: TokenLine): number {
  const last = line.at(-1);
  return last === undefined ? 0 : endOf(last);
}

/** Where a line ends, its comment included. */
export function physicalEnd(source: Source, line: TokenLine): number {
  return source.lineEnd(source.positionAt(contentEnd(line)).line);
}

/** Takes out what stands between two offsets and puts blanks before the word that it was in. */
export function withoutGap(text: string, from: number, to: number): Patch {
  let start = from;
  while (start > 0 && /\S/.test(text[start - 1] ?? ' ')) start--;
  return { start, text: ' '.repeat(to - from) + text.slice(start, from) };
}

/** A text with its patches. */
export function patched(text: string, patches: readonly Patch[]): string {
  const units = text.split('');
  for (const { start, text: patch } of patches) {
    for (let index = 0; index < patch.length; index++) units[start + index] = patch.charAt(index);
  }
  return units.join('');
}

/** Tells words that mean something in a script from those that do not. The script is looked through once. */
export function knownWords(source: Source): (word: string) => boolean {
  let words: Set<string> | null = null;
  return (word) => {
    const folded = foldName(word);
    if (GIVEN.some((given) => given.has(folded))) return true;
    words ??= new Set(wordsOf(source.text));
    return words.has(folded);
  };
}

const GIVEN = [KEYWORDS, BUILT_IN_WORDS, INPUT_WORDS, SETTING_WORDS];
