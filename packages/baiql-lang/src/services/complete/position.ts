import type { ParsedScript } from '../../parsing/parse.js';
import type { Token, TokenKind } from '../../parsing/public-tokens.js';
import { NAME_REST } from '../../source/names.js';
import { lineAtOffset } from '../locate.js';

/** A part of a statement: a token, or a whole text with its quotes. */
export interface Part {
  readonly kind: Exclude<TokenKind, 'quote' | 'escape'>;
  /** In upper case; empty for texts. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** For texts: the range between the quotes, and whether the closing one exists. */
  readonly inner?: { readonly start: number; readonly end: number; readonly closed: boolean };
}

/** The cursor's position in a statement. `from` and `to` delimit the text a completion replaces. */
export interface CursorPosition {
  readonly place: 'comment' | 'placeholder' | 'text' | 'command' | 'argument';
  /** The statement's command; empty if there is none yet. */
  readonly command: string;
  /** The parts between the command and the cursor. */
  readonly before: readonly Part[];
  readonly from: number;
  readonly to: number;
  /** For texts: whether the closing quote exists. */
  readonly closed: boolean;
}

const OPEN_BRACE = new RegExp(`\\{([${NAME_REST}]*)$`);
const REST_OF_NAME = new RegExp(`^[${NAME_REST}]*`);

export function positionAt({ source, tokens, tree }: ParsedScript, offset: number): CursorPosition {
  const nowhere = { before: [], from: offset, to: offset, closed: true };
  const line = lineAtOffset(tree.lines, source.positionAt(offset).line, offset);
  const isInComment = tree.comments.some(
    ({ range }) => range.start.offset < offset && offset <= range.end.offset,
  );
  if (isInComment) return { place: 'comment', command: '', ...nowhere };
  if (line === null) return { place: 'command', command: '', ...nowhere };
  const start = line.range.start.offset;
  const parts = partsOf(source.text, tokensBetween(tokens, start, line.range.end.offset));
  const current = parts.find((part) => part.start < offset && isInside(part, offset));
  const before = parts.filter((part) => part !== current && part.end <= offset);
  const first = current?.start === start ? undefined : before[0];
  if (first === undefined) {
    const to = current?.end ?? offset;
    return { place: 'command', command: '', ...nowhere, from: current?.start ?? offset, to };
  }
  const base = { command: first.kind === 'command' ? first.word : '', before: before.slice(1), closed: true };
  const written = source.text.slice(start, offset);
  const brace = OPEN_BRACE.exec(written);
  if (brace !== null && !isEscaped(written, brace.index)) {
    const rest = REST_OF_NAME.exec(source.text.slice(offset))?.[0] ?? '';
    return {
      place: 'placeholder',
      ...base,
      from: offset - (brace[1] ?? '').length,
      to: offset + rest.length,
    };
  }
  if (current?.inner !== undefined) {
    const { inner } = current;
    const to = inner.closed ? inner.end : offset;
    return { place: 'text', ...base, from: inner.start, to, closed: inner.closed };
  }
  return { place: 'argument', ...base, from: current?.start ?? offset, to: current?.end ?? offset };
}

/** True if an odd number of backslashes precedes an offset. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (first > 0 && text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

const WORD_LIKE: ReadonlySet<Part['kind']> = new Set([
  'command',
  'keyword',
  'name',
  'bare',
  'number',
  'unknown',
]);

/** True if the cursor is inside a part or at the end of a word being typed. */
function isInside({ kind, end, inner }: Part, offset: number): boolean {
  if (inner !== undefined) return offset >= inner.start && (offset <= inner.end || !inner.closed);
  return offset < end || (offset === end && WORD_LIKE.has(kind));
}

function tokensBetween(tokens: readonly Token[], start: number, end: number): Token[] {
  return tokens.filter((token) => token.start >= start && token.end <= end && token.kind !== 'comment');
}

/** Combines the tokens of each text. An unclosed text is the last part of its line. */
function partsOf(text: string, tokens: readonly Token[]): Part[] {
  const parts: Part[] = [];
  let open: Token | null = null;
  let lastEnd = 0;
  for (const token of tokens) {
    lastEnd = token.end;
    if (token.kind === 'quote') {
      if (open === null) open = token;
      else {
        parts.push(textPart(open, token.start, token.end, true));
        open = null;
      }
    } else if (open === null && token.kind !== 'escape') {
      const word = text.slice(token.start, token.end).toUpperCase();
      parts.push({ kind: token.kind, word, start: token.start, end: token.end });
    }
  }
  if (open !== null) parts.push(textPart(open, lastEnd, lastEnd, false));
  return parts;
}

function textPart(open: Token, innerEnd: number, end: number, closed: boolean): Part {
  return {
    kind: 'text',
    word: '',
    start: open.start,
    end,
    inner: { start: open.end, end: innerEnd, closed },
  };
}
