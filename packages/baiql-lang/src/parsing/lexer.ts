import type { IToken, Lexer as ChevrotainLexer } from 'chevrotain';
import { Lexer } from './chevrotain.js';
import { LEXER_MODES } from './tokens.js';

/** Tokens in order, and the comments between them. */
export interface Lexed {
  readonly tokens: readonly IToken[];
  readonly comments: readonly IToken[];
}

let lexer: ChevrotainLexer | null = null;

/** Tokenizes a text. Every character except whitespace belongs to some token. */
export function lex(text: string): Lexed {
  lexer ??= createLexer(false);
  const { tokens, groups } = lexer.tokenize(text);
  return { tokens, comments: groups.comments ?? [] };
}

/** Creates a lexer; `validating` checks the patterns, which takes as long as many scripts. */
export function createLexer(validating: boolean): ChevrotainLexer {
  return new Lexer(LEXER_MODES, {
    positionTracking: 'onlyOffset',
    ensureOptimizations: true,
    skipValidations: !validating,
  });
}
