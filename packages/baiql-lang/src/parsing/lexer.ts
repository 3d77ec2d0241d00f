import type { IToken } from 'chevrotain';
import { Lexer } from './chevrotain.js';
import type { Segment } from './segments.js';
import { BlockOpen, LEXER_MODES, Newline, Orphan } from './tokens.js';

const lexer = new Lexer(LEXER_MODES, {
  positionTracking: 'onlyOffset',
  ensureOptimizations: true,
});

export interface Lexed {
  readonly tokens: readonly IToken[];
  readonly comments: readonly IToken[];
}

/** Cuts a text into tokens. Every character belongs to some pattern, so nothing is ever left over. */
export function lex(text: string): Lexed {
  const { tokens, groups } = lexer.tokenize(text);
  return { tokens, comments: groups.comments ?? [] };
}

/** Cuts a text into tokens, with line ends put where they are missing inside of words. */
export function lexSplit(text: string, splits: readonly number[]): Lexed {
  const { tokens, comments } = lex(text);
  if (splits.length === 0) return { tokens, comments };
  const cut = tokens.flatMap((token) => {
    const at = splits.find((split) => token.startOffset < split && split < endOf(token));
    if (at === undefined) return [token];
    const length = at - token.startOffset;
    const [head, tail] = [token.image.slice(0, length), token.image.slice(length)];
    const lineEnd = {
      image: '',
      startOffset: at,
      tokenType: Newline,
      tokenTypeIdx: Newline.tokenTypeIdx ?? 0,
    };
    return [{ ...token, image: head }, lineEnd, { ...token, image: tail, startOffset: at }];
  });
  return { tokens: cut, comments };
}

function endOf({ startOffset, image }: IToken): number {
  return startOffset + image.length;
}

/** Cuts a text into tokens, stretch by stretch. */
export function lexSegments(text: string, segments: readonly Segment[]): Lexed {
  const lexed = segments.map((segment) => lexSegment(text, segment));
  return {
    tokens: lexed.flatMap(({ tokens }) => tokens),
    comments: lexed.flatMap(({ comments }) => comments),
  };
}

function lexSegment(text: string, segment: Segment): Lexed {
  const { start } = segment;
  const image = text.slice(start, segment.end);
  switch (segment.kind) {
    case 'code':
      return shifted(lex(image), start);
    case 'block':
      return lexDamagedBlock(image, start, segment.quotes);
    case 'orphan': {
      const tokenTypeIdx = Orphan.tokenTypeIdx ?? 0;
      return { tokens: [{ image, startOffset: start, tokenType: Orphan, tokenTypeIdx }], comments: [] };
    }
  }
}

/** Lexes a block as if its quotes were whole; then its first token gets back what really stands there. */
function lexDamagedBlock(image: string, start: number, quotes: number): Lexed {
  const lexed = shifted(lex(`"""${image.slice(quotes)}`), start + quotes - BLOCK_QUOTES);
  const [open] = lexed.tokens;
  if (open?.tokenType === BlockOpen) {
    open.startOffset = start;
    open.image = image.slice(0, quotes);
  }
  return lexed;
}

const BLOCK_QUOTES = 3;

function shifted(lexed: Lexed, by: number): Lexed {
  for (const token of lexed.tokens) token.startOffset += by;
  for (const token of lexed.comments) token.startOffset += by;
  return lexed;
}
