import type { IToken } from 'chevrotain';
import { assembleLines, endOf, isTextToken } from './assemble.js';
import { lex } from './lexer.js';
import * as t from './tokens.js';

/** Token categories for highlighting and bracket matching. */
export type TokenKind =
  | 'command'
  | 'keyword'
  | 'name'
  | 'bare'
  | 'number'
  | 'operator'
  | 'punctuation'
  | 'quote'
  | 'text'
  | 'escape'
  | 'placeholder'
  | 'comment'
  | 'unknown';

/** A range of the script; offsets count UTF-16 units from 0, `end` is exclusive. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

const KINDS: ReadonlyMap<unknown, TokenKind> = new Map<unknown, TokenKind>([
  [t.Word, 'name'],
  [t.BareWord, 'bare'],
  [t.Num, 'number'],
  [t.Compare, 'operator'],
  [t.Equals, 'operator'],
  [t.Plus, 'operator'],
  [t.Minus, 'operator'],
  [t.Product, 'operator'],
  [t.OpenParen, 'punctuation'],
  [t.CloseParen, 'punctuation'],
  [t.Comma, 'punctuation'],
  [t.Placeholder, 'placeholder'],
  [t.Escape, 'escape'],
]);

/** The tokens of a script in order, derived from the lexer's. */
export function tokensOf(text: string): Token[] {
  const lexed = lex(text);
  const lines = assembleLines(text, lexed.tokens);
  const tokens: Token[] = [];
  const add = (kind: TokenKind, token: IToken): void => {
    tokens.push({ kind, start: token.startOffset, end: endOf(token) });
  };
  for (const line of lines) {
    line.forEach((token, index) => {
      if (!isTextToken(token)) {
        add(kindOf(token, index), token);
        return;
      }
      const { open, pieces, close } = token.payload;
      add('quote', open);
      for (const piece of pieces) add(KINDS.get(piece.tokenType) ?? 'text', piece);
      if (close !== null) add('quote', close);
    });
  }
  for (const comment of lexed.comments) add('comment', comment);
  return tokens.sort((left, right) => left.start - right.start);
}

function kindOf(token: IToken, index: number): TokenKind {
  const type = token.tokenType;
  if (index === 0) return t.COMMAND_TYPES.has(type) ? 'command' : 'unknown';
  return KINDS.get(type) ?? (t.KEYWORD_TYPES.has(type.name) ? 'keyword' : 'unknown');
}
