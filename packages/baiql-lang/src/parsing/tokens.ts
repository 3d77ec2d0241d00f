import type { TokenType } from 'chevrotain';
import { COMMAND_WORDS, KEYWORDS, LOAD_TYPES, MODES } from '../vocabulary/vocabulary.js';
import { createToken } from './chevrotain.js';

function token(name: string, ...categories: TokenType[]): TokenType {
  return createToken({ name, categories });
}

export const Newline = token('Newline');
export const Comment = token('Comment');

// Texts are put together from their pieces after lexing; only Text and BareWord reach the grammar.
export const BlockOpen = token('BlockOpen');
export const TextOpen = token('TextOpen');
export const TextClose = token('TextClose');
export const TextBreak = token('TextBreak');
export const BlockClose = token('BlockClose');
export const Escape = token('Escape');
export const TextPiece = token('TextPiece');
export const BlockPiece = token('BlockPiece');
export const Brace = token('Brace');
export const Backslash = token('Backslash');
export const Quote = token('Quote');
export const Placeholder = token('Placeholder');

/** Prose whose opening line is missing; see `segments.ts`. */
export const Orphan = token('Orphan');

export const PathLike = token('PathLike');
export const Text = token('Text', PathLike);
export const BareWord = token('BareWord', PathLike);

export const Num = token('Number');
export const Comparator = token('Comparator');
export const Compare = token('Compare', Comparator);
export const Equals = token('Equals', Comparator);
export const Sum = token('Sum');
export const Minus = token('Minus', Sum);
export const Plus = token('Plus', Sum);
export const Product = token('Product');
export const OpenParen = token('OpenParen');
export const CloseParen = token('CloseParen');
export const Comma = token('Comma');
/** Characters that mean nothing to the language. */
export const Other = token('Other');
export const Stray = token('Stray');

/** What a text or block consists of between its quotes. */
export const PIECES: ReadonlySet<TokenType> = new Set([
  Escape,
  TextPiece,
  BlockPiece,
  Brace,
  Backslash,
  Quote,
  Placeholder,
]);

/** Words that cannot be names; all other keywords can, where a name belongs. */
const NEVER_NAMES = new Set(['AND', 'OR', 'NOT', 'CONTAINS', 'ON', 'OFF', 'FROM', 'AS', 'WHILE', 'UNTIL']);

export const Word = token('Word');

// Keywords that may stand at the same place share a category, so that the grammar asks for one token.
export const ModeWord = token('ModeWord');
export const LoadTypeWord = token('LoadTypeWord');
export const RunFlag = token('RunFlag');
export const Grouping = token('Grouping');
export const StopWord = token('StopWord');
export const SwitchWord = token('SwitchWord');
export const ModelOption = token('ModelOption');
export const LimitOption = token('LimitOption');
export const FormatName = token('FormatName');

const CATEGORIES: readonly (readonly [TokenType, readonly string[]])[] = [
  [ModeWord, MODES],
  [LoadTypeWord, LOAD_TYPES],
  [RunFlag, ['SCREEN', 'CACHE', 'NOCACHE']],
  [Grouping, ['AGGREGATE', 'SEPARATE', 'MATCH']],
  [StopWord, ['SKIP', 'HALT']],
  [SwitchWord, ['ON', 'OFF']],
  [ModelOption, ['TEMP', 'TOP_P', 'MAX_TOKENS']],
  [LimitOption, ['PARALLEL', 'COST']],
  [Comparator, ['CONTAINS']],
];

function categoriesOf(word: string): TokenType[] {
  const categories = CATEGORIES.filter(([, words]) => words.includes(word)).map(([type]) => type);
  return NEVER_NAMES.has(word) ? categories : [Word, ...categories];
}

/** A token type for each keyword, by its word. The lexer reads plain words; keywords are told apart afterwards. */
export const KEYWORD_TYPES: ReadonlyMap<string, TokenType> = new Map(
  [...KEYWORDS].map((word) => [word, token(word, ...categoriesOf(word))]),
);

/** The token type of a keyword that the vocabulary must have. */
export function keyword(word: string): TokenType {
  const type = KEYWORD_TYPES.get(word);
  if (type === undefined) throw new Error(`The vocabulary lacks ${word}`);
  return type;
}

/** All token types that the grammar can meet. */
export const GRAMMAR_TOKENS: TokenType[] = [
  Newline,
  TextBreak,
  PathLike,
  Text,
  BareWord,
  Placeholder,
  Num,
  Comparator,
  Compare,
  Equals,
  Sum,
  Minus,
  Plus,
  Product,
  OpenParen,
  CloseParen,
  Comma,
  Other,
  Stray,
  Word,
  ModeWord,
  LoadTypeWord,
  RunFlag,
  Grouping,
  StopWord,
  SwitchWord,
  ModelOption,
  LimitOption,
  FormatName,
  ...KEYWORD_TYPES.values(),
];

/** The token types of the commands. */
export const COMMAND_TYPES: ReadonlySet<TokenType> = new Set([...COMMAND_WORDS].map(keyword));

/** Whether a token type is a word that can never be a name. */
export function isReserved(type: TokenType): boolean {
  return NEVER_NAMES.has(type.name);
}

/** Whether a word, in upper case, can never be a name. */
export function isReservedWord(word: string): boolean {
  return NEVER_NAMES.has(word);
}

/** Whether a token is a word, of the language or of the script. */
export function isWord({ tokenType }: { readonly tokenType: TokenType }): boolean {
  return tokenType === Word || KEYWORD_TYPES.has(tokenType.name);
}
