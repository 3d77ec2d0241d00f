import type { Source } from '../source/source.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';

/**
 * A stretch of the script that is lexed by itself. A script with sound text blocks is one stretch of code.
 * `block` is a text block whose opening quotes are damaged: so many characters at its start stand for them.
 * `orphan` is prose and a closing `"""` whose opening line is missing.
 */
export type Segment =
  | { readonly kind: 'code' | 'orphan'; readonly start: number; readonly end: number }
  | { readonly kind: 'block'; readonly start: number; readonly end: number; readonly quotes: number };

/** Whether a line, taken by itself, is a sound statement. */
export type IsStatement = (line: string) => boolean;

const BLOCK = '"""';
const DAMAGED_QUOTES = '(?:"{1,2}|"[^"\\r\\n]""|""[^"\\r\\n]")';
const DAMAGED_OPENER = new RegExp(
  `^[ \\t]*(?:PROMPT|WRITE_LOG|(?:SET|GLOBAL)[ \\t]+\\S+[ \\t]*=)[ \\t]*(${DAMAGED_QUOTES})[ \\t]*$`,
);
const DAMAGED_CLOSER = new RegExp(`^[ \\t]*${DAMAGED_QUOTES}[ \\t]*(?:OPTIMIZE)?[ \\t]*$`);

/**
 * Finds where text blocks were probably meant to begin and end in a script that does not parse. Without this,
 * one lost quote would turn every line after it into a mistake. Null when nothing is to be mended.
 */
export function findSegments(source: Source, isStatement: IsStatement): Segment[] | null {
  return new SegmentFinder(source, isStatement).find();
}

class SegmentFinder {
  readonly #source: Source;
  readonly #isStatement: IsStatement;
  readonly #segments: Segment[] = [];
  #from = 0;

  constructor(source: Source, isStatement: IsStatement) {
    this.#source = source;
    this.#isStatement = isStatement;
  }

  find(): Segment[] | null {
    let line = 1;
    let floor = 1;
    while (line <= this.#source.lineCount) {
      const next = this.#orphan(line, floor) ?? this.#block(line) ?? this.#damagedOpener(line);
      if (next === null) line++;
      else {
        line = next;
        floor = next;
      }
    }
    if (this.#segments.length === 0) return null;
    this.#segments.push({ kind: 'code', start: this.#from, end: this.#source.text.length });
    return this.#segments;
  }

  #cut(at: number): void {
    if (at > this.#from) this.#segments.push({ kind: 'code', start: this.#from, end: at });
    this.#from = at;
  }

  /** Prose up to a line that begins with `"""`, where no block is open. Gives the line to go on with. */
  #orphan(line: number, floor: number): number | null {
    const source = this.#source;
    if (!source.lineText(line).trimStart().startsWith(BLOCK)) return null;
    let first = line;
    for (let at = line - 1; at >= floor; at--) {
      const text = source.lineText(at).trim();
      if (this.#isCode(text)) break;
      if (text !== '' && !text.startsWith('#')) first = at;
    }
    if (first === line) return null;
    const end = source.lineEnd(line);
    this.#cut(source.lineStart(first));
    this.#segments.push({ kind: 'orphan', start: this.#from, end });
    this.#from = end;
    return line + 1;
  }

  /** A block that begins on this line. Gives the line after its end. */
  #block(line: number): number | null {
    const source = this.#source;
    const column = blockOpening(source.lineText(line));
    if (column < 0) return null;
    const close = this.#closing(source.lineStart(line) + column + BLOCK.length);
    if (close >= 0) {
      const closeLine = source.positionAt(close).line;
      if (closeLine === line || !this.#opensBlock(closeLine)) return this.#afterClosing(close, closeLine);
    }
    return this.#unclosed(line);
  }

  /** Quotes too many after a block's end do not reach past their line. */
  #afterClosing(close: number, line: number): number {
    const end = this.#source.lineEnd(line);
    const rest = this.#source.text.slice(close + BLOCK.length, end);
    const opening = blockOpening(rest);
    if (opening >= 0 && !rest.includes(BLOCK, opening + BLOCK.length)) this.#cut(end);
    return line + 1;
  }

  /** Ends an unclosed block before the first line that can only be code again. */
  #unclosed(line: number): number | null {
    const source = this.#source;
    for (let at = line + 1; at <= source.lineCount; at++) {
      const text = source.lineText(at);
      const isDamagedCloser = DAMAGED_CLOSER.test(text);
      if (!isDamagedCloser && !this.#isCode(text)) continue;
      let end = isDamagedCloser ? at : at - 1;
      while (isDamagedCloser && DAMAGED_CLOSER.test(source.lineText(end + 1))) end++;
      this.#cut(source.lineEnd(end));
      return end + 1;
    }
    return source.lineCount + 1;
  }

  /** `PROMPT ""` and then prose up to a `"""`. */
  #damagedOpener(line: number): number | null {
    const source = this.#source;
    const found = DAMAGED_OPENER.exec(source.lineText(line));
    const quotes = found?.[1];
    if (found === null || quotes === undefined) return null;
    for (let at = line + 1; at <= source.lineCount; at++) {
      const text = source.lineText(at);
      if (this.#isCode(text)) return null;
      const column = text.indexOf(BLOCK);
      if (column < 0) continue;
      // Without any prose between them, the three quotes are the ones too many.
      if (at === line + 1 && text.slice(0, column).trim() === '') return null;
      const start = source.lineStart(line) + found[0].lastIndexOf(quotes);
      const end = source.lineStart(at) + column + BLOCK.length;
      this.#cut(start);
      this.#segments.push({ kind: 'block', start, end, quotes: quotes.length });
      this.#from = end;
      return at + 1;
    }
    return null;
  }

  #closing(from: number): number {
    const text = this.#source.text;
    for (let at = from; at < text.length; at++) {
      if (text[at] === '\\') at++;
      else if (text.startsWith(BLOCK, at)) return at;
    }
    return -1;
  }

  #opensBlock(line: number): boolean {
    const text = this.#source.lineText(line);
    return blockOpening(text) > 0 && this.#isCode(text);
  }

  #isCode(text: string): boolean {
    const word = /^[ \t]*([A-Z_]+)/.exec(text)?.[1];
    if (word === undefined || !COMMAND_WORDS.has(word)) return false;
    return this.#isStatement(blockOpening(text) < 0 ? text : `${text}${BLOCK}`);
  }
}

/** Where on a line of code a text block begins; -1 when none does. */
function blockOpening(line: string): number {
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '#') return -1;
    if (line[at] !== '"') continue;
    if (line.startsWith(BLOCK, at)) return at;
    for (at++; at < line.length && line[at] !== '"'; at++) if (line[at] === '\\') at++;
  }
  return -1;
}
