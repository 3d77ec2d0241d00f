import type { IToken, TokenType } from 'chevrotain';
import { continuesName, KIND, kindOf } from './characters.js';
import * as t from './tokens.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const EQUALS = 0x3d;
const POINT = 0x2e;

const BLOCK_QUOTES = '"""';

/** The signs that are a token by themselves. */
const SIGNS: ReadonlyMap<string, TokenType> = new Map([
  ['=', t.Equals],
  ['-', t.Minus],
  ['+', t.Plus],
  ['*', t.Product],
  ['/', t.Product],
  ['(', t.OpenParen],
  [')', t.CloseParen],
  [',', t.Comma],
  ['<', t.Compare],
  ['>', t.Compare],
]);

/** Tokens in order, and the comments between them. */
export interface Lexed {
  readonly tokens: readonly IToken[];
  readonly comments: readonly IToken[];
}

/**
 * Cuts a text into tokens. Every character belongs to some token, but for the blanks between them. It reads
 * characters by a table instead of trying patterns, since a script is mostly read again at each keystroke.
 */
export class Scanner {
  readonly #text: string;
  #tokens: IToken[] = [];
  #comments: IToken[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next tokens: so many, and as many more as their line still has. */
  scan(count: number): Lexed {
    this.#tokens = [];
    this.#comments = [];
    while (!this.isDone && !(this.#tokens.length >= count && this.#isAtLineStart())) this.#scanNext();
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #isAtLineStart(): boolean {
    const type = this.#tokens.at(-1)?.tokenType;
    return type === t.Newline || type === t.TextBreak;
  }

  #scanNext(): void {
    const start = this.#at;
    switch (kindOf(this.#code(start))) {
      case KIND.blank:
        this.#at = this.#endOf(start, KIND.blank);
        return;
      case KIND.letter:
        this.#add(t.Word, this.#endOfName(start));
        return;
      case KIND.lineEnd:
        this.#add(t.Newline, this.#endOfLineEnd(start));
        return;
      case KIND.digit:
        this.#add(t.Num, this.#endOfNumber(start));
        return;
      case KIND.sign:
        this.#scanSign(start);
        return;
      default:
        this.#add(t.Other, this.#endOfOther(start));
    }
  }

  #scanSign(start: number): void {
    const text = this.#text;
    const sign = text.charAt(start);
    if (sign === '"') this.#scanText(start);
    else if (sign === '#') this.#addComment(start);
    else if (sign === '{') this.#scanBrace(start, t.Stray);
    else if (sign === '!' || sign === '<' || sign === '>') {
      const isWithEquals = this.#code(start + 1) === EQUALS;
      const type = isWithEquals ? t.Compare : (SIGNS.get(sign) ?? t.Stray);
      this.#add(type, start + (isWithEquals ? 2 : 1));
    } else this.#add(SIGNS.get(sign) ?? t.Stray, start + 1);
  }

  #scanText(start: number): void {
    if (this.#text.startsWith(BLOCK_QUOTES, start)) {
      this.#add(t.BlockOpen, start + BLOCK_QUOTES.length);
      this.#scanBlock();
    } else {
      this.#add(t.TextOpen, start + 1);
      this.#scanLine();
    }
  }

  /** The pieces of a text, up to its closing quote or the line end. */
  #scanLine(): void {
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const code = this.#code(start);
      if (code === QUOTE) {
        this.#add(t.TextClose, start + 1);
        return;
      }
      if (isLineEnd(code)) {
        this.#add(t.TextBreak, this.#endOfLineEnd(start));
        return;
      }
      if (!this.#scanMark(start, code)) this.#add(t.TextPiece, this.#endOfPiece(start, true));
    }
  }

  /** The pieces of a text block, up to its closing quotes. */
  #scanBlock(): void {
    while (this.#at < this.#text.length) {
      const start = this.#at;
      const code = this.#code(start);
      if (code === QUOTE) {
        const isClosing = this.#text.startsWith(BLOCK_QUOTES, start);
        this.#add(isClosing ? t.BlockClose : t.Quote, start + (isClosing ? BLOCK_QUOTES.length : 1));
        if (isClosing) return;
      } else if (!this.#scanMark(start, code)) this.#add(t.BlockPiece, this.#endOfPiece(start, false));
    }
  }

  /** An escape or a placeholder, where one begins. */
  #scanMark(start: number, code: number): boolean {
    if (code === OPEN_BRACE) {
      this.#scanBrace(start, t.Brace);
      return true;
    }
    if (code !== BACKSLASH) return false;
    const isEscape = start + 1 < this.#text.length && !isLineEnd(this.#code(start + 1));
    this.#add(isEscape ? t.Escape : t.Backslash, start + (isEscape ? 2 : 1));
    return true;
  }

  /** A placeholder, or a brace that begins none. */
  #scanBrace(start: number, alone: TokenType): void {
    const isNamed = kindOf(this.#code(start + 1)) === KIND.letter;
    const end = isNamed ? this.#endOfName(start + 1) : start + 1;
    const isPlaceholder = isNamed && this.#code(end) === CLOSE_BRACE;
    this.#add(isPlaceholder ? t.Placeholder : alone, isPlaceholder ? end + 1 : start + 1);
  }

  #endOfName(start: number): number {
    let end = start + 1;
    while (end < this.#text.length && continuesName(this.#code(end))) end++;
    return end;
  }

  #endOfNumber(start: number): number {
    const end = this.#endOf(start, KIND.digit);
    const hasFraction = this.#code(end) === POINT && kindOf(this.#code(end + 1)) === KIND.digit;
    return hasFraction ? this.#endOf(end + 1, KIND.digit) : end;
  }

  #endOfOther(start: number): number {
    let end = start + 1;
    for (; end < this.#text.length; end++) {
      const kind = kindOf(this.#code(end));
      if (kind !== KIND.other && kind !== KIND.nameRest) break;
    }
    return end;
  }

  #endOfLineEnd(start: number): number {
    const isPair = this.#code(start) === CARRIAGE_RETURN && this.#code(start + 1) === LINE_FEED;
    return start + (isPair ? 2 : 1);
  }

  #endOfPiece(start: number, endsWithLine: boolean): number {
    let end = start + 1;
    for (; end < this.#text.length; end++) {
      const code = this.#code(end);
      if (code === QUOTE || code === BACKSLASH || code === OPEN_BRACE) break;
      if (endsWithLine && isLineEnd(code)) break;
    }
    return end;
  }

  /** Where a run of one kind of characters ends. */
  #endOf(start: number, kind: number): number {
    let end = start;
    while (end < this.#text.length && kindOf(this.#code(end)) === kind) end++;
    return end;
  }

  #addComment(start: number): void {
    let end = start;
    while (end < this.#text.length && !isLineEnd(this.#code(end))) end++;
    this.#comments.push(tokenOf(t.Comment, this.#text, start, end));
    this.#at = end;
  }

  #add(type: TokenType, end: number): void {
    this.#tokens.push(tokenOf(type, this.#text, this.#at, end));
    this.#at = end;
  }

  #code(at: number): number {
    return this.#text.charCodeAt(at);
  }
}

/** A token as the parser takes it. */
export function tokenOf(type: TokenType, text: string, start: number, end: number): IToken {
  return {
    image: text.slice(start, end),
    startOffset: start,
    tokenType: type,
    tokenTypeIdx: type.tokenTypeIdx ?? 0,
    payload: undefined,
  };
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
