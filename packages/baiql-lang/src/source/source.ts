import type { Position, Range } from './position.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === LINE_FEED) starts.push(offset + 1);
    else if (code === CARRIAGE_RETURN && text.charCodeAt(offset + 1) !== LINE_FEED) starts.push(offset + 1);
  }
  return starts;
}

/**
 * A range that computes its lines and columns lazily. A tree has thousands of ranges that are rarely read; as plain
 * objects they took half of the parsing time.
 */
class LazyRange implements Range {
  readonly #source: Source;
  readonly #start: number;
  readonly #end: number;

  constructor(source: Source, start: number, end: number) {
    this.#source = source;
    this.#start = start;
    this.#end = end;
  }

  get start(): Position {
    return this.#source.positionAt(this.#start);
  }

  get end(): Position {
    return this.#source.positionAt(this.#end);
  }

  toJSON(): Range {
    return plainRange(this);
  }
}

/** A range as plain data. */
export function plainRange({ start, end }: Range): Range {
  return { start, end };
}

/** A script's text with an index of its lines, to convert offsets to lines and columns. */
export class Source {
  readonly text: string;
  readonly #starts: number[];
  // Most lookups are on the same line as the previous one.
  #latestLine = 0;
  #newline: string | null = null;

  constructor(text: string) {
    this.text = text;
    this.#starts = findLineStarts(text);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** The offset where a line (from 1) begins. */
  lineStart(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  /** The offset where a line (from 1) ends, before its line break. */
  lineEnd(line: number): number {
    let end = line < this.#starts.length ? this.lineStart(line + 1) : this.text.length;
    while (end > this.lineStart(line) && isLineEnd(this.text.charCodeAt(end - 1))) end--;
    return end;
  }

  /** A line (from 1) without its line break. */
  lineText(line: number): string {
    return this.text.slice(this.lineStart(line), this.lineEnd(line));
  }

  /** The position of an offset, clamped to the text. */
  positionAt(offset: number): Position {
    const within = Math.max(0, Math.min(offset, this.text.length));
    const index = this.#lineIndexOf(within);
    return { line: index + 1, column: within - (this.#starts[index] ?? 0) + 1, offset: within };
  }

  range(start: number, end: number): Range {
    return new LazyRange(this, start, end);
  }

  /** The line break used by this script. */
  get newline(): string {
    this.#newline ??= this.text.includes('\r\n') ? '\r\n' : '\n';
    return this.#newline;
  }

  /** The indentation of the line of an offset. */
  indentAt(offset: number): string {
    const line = this.lineText(this.positionAt(offset).line);
    return line.slice(0, line.length - line.trimStart().length);
  }

  /** True if a range is followed by a character without a space: then it may be only part of the intended word. */
  isCutOff({ end }: Range): boolean {
    return /^[^\s#]/.test(this.text.slice(end.offset, end.offset + 1));
  }

  slice(range: Range): string {
    return this.text.slice(range.start.offset, range.end.offset);
  }

  #lineIndexOf(offset: number): number {
    const starts = this.#starts;
    const latest = this.#latestLine;
    if (offset >= (starts[latest] ?? 0) && offset < (starts[latest + 1] ?? Infinity)) return latest;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    this.#latestLine = low;
    return low;
  }
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
