import { type IToken, Lexer } from 'chevrotain';
import { LEXER_MODES } from './tokens.js';

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
  return { tokens, comments: groups['comments'] ?? [] };
}
