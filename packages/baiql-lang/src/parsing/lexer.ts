import { type Lexed, Scanner, tokenOf } from './scanner.js';
import type { Segment } from './segments.js';
import { BlockOpen, Newline, Orphan } from './tokens.js';

/** Cuts a text into tokens. */
export function lex(text: string): Lexed {
  return new Scanner(text).scan(Infinity);
}

/** So many tokens are made at a time: few enough to be gone before the memory that they take is looked through. */
const CHUNK_TOKENS = 1_000;

/** Cuts a text into tokens, whole lines at a time. */
export function* lexInChunks(text: string): Iterable<Lexed> {
  const scanner = new Scanner(text);
  while (!scanner.isDone) yield scanner.scan(CHUNK_TOKENS);
}

/** Cuts a text into tokens, with line ends put where they are missing inside of words; `splits` are in order. */
export function lexSplit(text: string, splits: readonly number[]): Lexed {
  const { tokens, comments } = lex(text);
  let next = 0;
  const cut = tokens.flatMap((token) => {
    const { startOffset: start, tokenType, image } = token;
    const end = start + image.length;
    while ((splits[next] ?? Infinity) <= start) next++;
    const at = splits[next] ?? Infinity;
    return at >= end
      ? [token]
      : [
          tokenOf(tokenType, text, start, at),
          tokenOf(Newline, text, at, at),
          tokenOf(tokenType, text, at, end),
        ];
  });
  return { tokens: cut, comments };
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
    case 'orphan':
      return { tokens: [tokenOf(Orphan, text, start, segment.end)], comments: [] };
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
