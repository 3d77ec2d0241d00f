import type { ITokenConfig, TokenType } from 'chevrotain';
import { NAME_REST, NAME_START } from '../source/names.js';
import { COMMAND_WORDS, KEYWORDS, LOAD_TYPES, MODES } from '../vocabulary/vocabulary.js';
import { createToken, Lexer } from './chevrotain.js';

/**
 * One code of every group that Chevrotain sorts first characters into. With it, even a pattern that can begin
 * with almost anything takes part in the lexer's jump table.
 */
function startsWithAllBut(excluded: string): number[] {
  const codes: number[] = [];
  for (let code = 0; code < 256; code++) if (!excluded.includes(String.fromCharCode(code))) codes.push(code);
  for (let code = 256; code < 65_536; code += code === 256 ? 254 : 255) codes.push(code);
  return codes;
}

function token(name: string, pattern: RegExp | string, config: Partial<ITokenConfig> = {}): TokenType {
  return createToken({ name, pattern, ...config });
}

// Blanks include the ones that come along when text is pasted from a word processor.
const BLANKS = ' \\t\\f\\v\\u00A0\\u1680\\u2000-\\u200B\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF';
const NOT_OTHER = `${BLANKS}\\r\\n"#{}=!<>+\\-*/(),0-9${NAME_START}`;

export const WhiteSpace = token('WhiteSpace', new RegExp(`[${BLANKS}]+`), { group: Lexer.SKIPPED });
export const Newline = token('Newline', /\r\n|\n|\r/, { line_breaks: true });
export const Comment = token('Comment', /#[^\r\n]*/, { group: 'comments' });

// Texts are put together from their pieces after lexing; only Text and BareWord reach the grammar.
export const BlockOpen = token('BlockOpen', '"""', { push_mode: 'block' });
export const TextOpen = token('TextOpen', '"', { push_mode: 'text' });
export const TextClose = token('TextClose', '"', { pop_mode: true });
export const TextBreak = token('TextBreak', /\r\n|\n|\r/, { pop_mode: true, line_breaks: true });
export const BlockClose = token('BlockClose', '"""', { pop_mode: true });
export const Escape = token('Escape', /\\[^\r\n]/);
export const TextPiece = token('TextPiece', /[^"\\{\r\n]+/, {
  start_chars_hint: startsWithAllBut('"\\{\r\n'),
});
export const BlockPiece = token('BlockPiece', /[^"\\{]+/, {
  start_chars_hint: startsWithAllBut('"\\{'),
  line_breaks: true,
});
export const Brace = token('Brace', '{');
export const Backslash = token('Backslash', '\\');
export const Quote = token('Quote', '"');
export const Placeholder = token('Placeholder', new RegExp(`\\{[${NAME_START}][${NAME_REST}]*\\}`));

/** Prose whose opening line is missing; see `segments.ts`. */
export const Orphan = createToken({ name: 'Orphan', pattern: Lexer.NA });

export const PathLike = createToken({ name: 'PathLike', pattern: Lexer.NA });
export const Text = createToken({ name: 'Text', pattern: Lexer.NA, categories: [PathLike] });
export const BareWord = createToken({ name: 'BareWord', pattern: Lexer.NA, categories: [PathLike] });

export const Num = token('Number', /[0-9]+(?:\.[0-9]+)?/);
export const Comparator = createToken({ name: 'Comparator', pattern: Lexer.NA });
export const Compare = token('Compare', /!=|<=|>=|<|>/, { categories: [Comparator] });
export const Equals = token('Equals', '=', { categories: [Comparator] });
export const Sum = createToken({ name: 'Sum', pattern: Lexer.NA });
export const Minus = token('Minus', '-', { categories: [Sum] });
export const Plus = token('Plus', '+', { categories: [Sum] });
export const Product = token('Product', /[*/]/);
export const OpenParen = token('OpenParen', '(');
export const CloseParen = token('CloseParen', ')');
export const Comma = token('Comma', ',');
export const Other = token('Other', new RegExp(`[^${NOT_OTHER}]+`), {
  // Too many to list: whatever no other pattern begins with, and a few that one does.
  start_chars_hint: startsWithAllBut(' \t\r\n"#=<>+-*/(),0123456789'),
});
export const Stray = token('Stray', /[{}!]/);

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

export const Word = token('Word', new RegExp(`[${NAME_START}][${NAME_REST}]*`));

function category(name: string): TokenType {
  return createToken({ name, pattern: Lexer.NA });
}

// Keywords that may stand at the same place share a category, so that the grammar asks for one token.
export const ModeWord = category('ModeWord');
export const LoadTypeWord = category('LoadTypeWord');
export const RunFlag = category('RunFlag');
export const Grouping = category('Grouping');
export const StopWord = category('StopWord');
export const SwitchWord = category('SwitchWord');
export const ModelOption = category('ModelOption');
export const LimitOption = category('LimitOption');
export const FormatName = category('FormatName');

const CATEGORIES: readonly (readonly [TokenType, readonly string[]])[] = [
  [ModeWord, MODES],
  [LoadTypeWord, LOAD_TYPES],
  [RunFlag, ['SCREEN', 'CACHE', 'NOCACHE']],
  [Grouping, ['AGGREGATE', 'SEPARATE', 'MATCH']],
  [StopWord, ['SKIP', 'HALT']],
  [SwitchWord, ['ON', 'OFF']],
  [ModelOption, ['TEMP', 'TOP_P']],
  [LimitOption, ['PARALLEL', 'COST']],
  [Comparator, ['CONTAINS']],
];

function categoriesOf(word: string): TokenType[] {
  const categories = CATEGORIES.filter(([, words]) => words.includes(word)).map(([type]) => type);
  return NEVER_NAMES.has(word) ? categories : [Word, ...categories];
}

/** A token type for each keyword, by its word. The lexer reads plain words; keywords are told apart afterwards. */
export const KEYWORD_TYPES: ReadonlyMap<string, TokenType> = new Map(
  [...KEYWORDS].map((word) => [
    word,
    createToken({ name: word, pattern: Lexer.NA, categories: categoriesOf(word) }),
  ]),
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

export const LEXER_MODES = {
  defaultMode: 'main',
  modes: {
    main: [
      WhiteSpace,
      Newline,
      Comment,
      BlockOpen,
      TextOpen,
      Placeholder,
      Num,
      Word,
      Compare,
      Equals,
      Minus,
      Plus,
      Product,
      OpenParen,
      CloseParen,
      Comma,
      Stray,
      Other,
    ],
    text: [TextBreak, TextClose, Escape, Placeholder, TextPiece, Brace, Backslash],
    block: [BlockClose, Escape, Placeholder, BlockPiece, Brace, Backslash, Quote],
  },
};

/** The token types of the commands. */
export const COMMAND_TYPES: ReadonlySet<TokenType> = new Set([...COMMAND_WORDS].map(keyword));

/** Whether a token type is a word that can never be a name. */
export function isReserved(type: TokenType): boolean {
  return NEVER_NAMES.has(type.name);
}
