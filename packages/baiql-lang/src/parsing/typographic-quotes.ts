import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import { MOST_MISTAKES } from '../vocabulary/limits.js';
import { lex } from './lexer.js';
import * as t from './tokens.js';

/** What word processors make of `"`. */
const CURLY = /[“”„‟«»]/;
const QUOTE = /["“”„‟«»]/;
const LONGEST_WORD = 60;
const BLOCK_QUOTES = /^["“”„‟«»]{3}$/;

export interface Straightened {
  /** The script with straight quotes around its texts; every offset is as before. */
  readonly text: string;
  /** One for each text. */
  readonly mistakes: readonly Diagnostic[];
}

/**
 * Scripts that went through a word processor have curly quotes around their texts. They are read as what was
 * meant, and each text is said to be a mistake once. Null when there are none outside of texts and comments.
 */
export function straightenQuotes(source: Source): Straightened | null {
  if (!CURLY.test(source.text)) return null;
  // Offsets count UTF-16 units, and so must what is replaced.
  const units = source.text.split('');
  const mistakes: Diagnostic[] = [];
  let done = 0;
  for (const token of lex(source.text).tokens) {
    if (mistakes.length >= MOST_MISTAKES) break;
    const open = token.startOffset + token.image.search(CURLY);
    if (token.tokenType !== t.Other || open < token.startOffset || open < done) continue;
    const length = BLOCK_QUOTES.test(source.text.slice(open, open + 3)) ? 3 : 1;
    const close = length === 3 ? blockEnd(source, open + 3) : lineEnd(source, open + 1);
    const previous = wordBefore(source, open);
    if (close === null || previous === null) continue;
    for (const start of [open, close]) units.fill('"', start, start + length);
    mistakes.push(mistake(source, open, close, length, previous));
    done = close + length;
  }
  return mistakes.length === 0 ? null : { text: units.join(''), mistakes };
}

function mistake(source: Source, open: number, close: number, length: number, previous: string): Diagnostic {
  const opening = source.range(open, open + length);
  const quotes = '"'.repeat(length);
  const edits = [opening, source.range(close, close + length)].map((range) => ({ range, newText: quotes }));
  const place = length === 3 ? opening : source.range(open, close + length);
  const message = `Unexpected ${source.slice(opening)} after ${previous}`;
  return report('BQ104', message, place, { fixes: [{ title: `Write straight quotes (${quotes})`, edits }] });
}

/** The word before a place on its line; null at the line's beginning. */
function wordBefore(source: Source, offset: number): string | null {
  const from = Math.max(source.lineStart(source.positionAt(offset).line), offset - LONGEST_WORD);
  return /(\S+)[ \t]+$/.exec(source.text.slice(from, offset))?.[1] ?? null;
}

/** The next quote on the line. */
function lineEnd(source: Source, from: number): number | null {
  const rest = source.text.slice(from, source.lineEnd(source.positionAt(from).line));
  const at = rest.search(QUOTE);
  return at < 0 ? null : from + at;
}

/** The next three quotes in a row. */
function blockEnd(source: Source, from: number): number | null {
  const found = /["“”„‟«»]{3}/.exec(source.text.slice(from));
  return found === null ? null : from + found.index;
}
