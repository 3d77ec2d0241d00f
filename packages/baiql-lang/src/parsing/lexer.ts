import type { IToken, Lexer as ChevrotainLexer } from 'chevrotain';
import { Lexer } from './chevrotain.js';
import { LEXER_MODES } from './tokens.js';

/** Tokens in order, and the comments between them. */
export interface Lexed {
  readonly tokens: readonly IToken[];
  readonly comments: readonly IToken[];
}

let lexer: ChevrotainLexer | null = null;

/** Cuts a text into tokens. Every character belongs to some token, but for the blanks between them. */
export function lex(text: string): Lexed {
  lexer ??= createLexer(false);
  const { tokens, groups } = lexer.tokenize(text);
  return { tokens, comments: groups.comments ?? [] };
}

/** A lexer of its own; `validating` looks for mistakes in the patterns, which takes as long as many scripts. */
export function createLexer(validating: boolean): ChevrotainLexer {
  return new Lexer(LEXER_MODES, {
    positionTracking: 'onlyOffset',
    ensureOptimizations: true,
    skipValidations: !validating,
  });
}
