import type { IToken, ITokenConfig, TokenType } from 'chevrotain';
import { createToken, Lexer } from './chevrotain.js';
import { classOf, type CodeRanges, LETTERS, NAME_REST, NAME_START } from '../source/names.js';
import { FIELD_KINDS } from '../vocabulary/file-kinds.js';
import { COMMAND_ENTRIES, COMMAND_WORDS, KEYWORDS, wordsIn } from '../vocabulary/vocabulary.js';

/** A type that only groups others, or whose tokens are combined after lexing. */
function abstract(name: string, ...categories: TokenType[]): TokenType {
  return createToken({ name, pattern: Lexer.NA, categories });
}

function token(name: string, pattern: RegExp, ...categories: TokenType[]): TokenType {
  return createToken({ name, pattern, categories, line_breaks: false });
}

/** Line terminators. */
const lineEnd = (name: string, pattern: RegExp, more: Partial<ITokenConfig> = {}): TokenType =>
  createToken({ name, pattern, line_breaks: true, ...more });

// Whitespace includes the kinds that word processors produce.
const BLANKS: CodeRanges = [
  ...codesOf('\t\v\f \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'),
  [0x2000, 0x200b],
];

function codesOf(characters: string): CodeRanges {
  return Array.from(characters, (each) => [each.charCodeAt(0), each.charCodeAt(0)]);
}

/** Any token that may be on a line. */
export const Anything = abstract('Anything');

export const Newline = lineEnd('Newline', /\r\n?|\n/);
const Blank = createToken({
  name: 'Blank',
  pattern: new RegExp(`[${classOf(BLANKS)}]+`),
  group: Lexer.SKIPPED,
});
const Comment = createToken({ name: 'Comment', pattern: /#[^\r\n]*/, group: 'comments' });

export const PathLike = abstract('PathLike', Anything);
export const Text = abstract('Text', PathLike);
export const BareWord = abstract('BareWord', PathLike);
export const Placeholder = token('Placeholder', new RegExp(`\\{[${NAME_START}][${NAME_REST}]*\\}`), Anything);
export const Num = token('Number', /\d+(?:\.\d+)?/, Anything);
export const Comparator = abstract('Comparator', Anything);
export const Compare = token('Compare', /!=|<=?|>=?/, Comparator);
export const Equals = token('Equals', /=/, Comparator);
export const Sum = abstract('Sum', Anything);
export const Minus = token('Minus', /-/, Sum);
export const Plus = token('Plus', /\+/, Sum);
export const Product = token('Product', /[*/]/, Anything);
export const OpenParen = token('OpenParen', /\(/, Anything);
export const CloseParen = token('CloseParen', /\)/, Anything);
export const Comma = token('Comma', /,/, Anything);
/** Any word that may be a name. */
export const Word = token('Word', new RegExp(`[${NAME_START}][${NAME_REST}]*`), Anything);
/** Three quotes at the beginning of a line, where no block can begin. */
const StrayQuotes = token('StrayQuotes', /"""/, Anything);
const Stray = token('Stray', /[{}!]/, Anything);
/** Characters without meaning in the language. */
export const Other = token(
  'Other',
  classWithout([...LETTERS, ...BLANKS, ...codesOf('0123456789\r\n"#{}=!<>+*/(),-')]),
  Anything,
);

// A text, quoted or as a block, is a lexer mode; its parts are combined after lexing.
const opening = { line_breaks: false, start_chars_hint: ['"'] };
export const BlockOpen = createToken({
  ...opening,
  name: 'BlockOpen',
  pattern: { exec: blockOpening },
  push_mode: 'block',
});
export const TextOpen = createToken({ ...opening, name: 'TextOpen', pattern: /"/, push_mode: 'text' });
export const Escape = token('Escape', /\\[^\r\n]/);
const Backslash = token('Backslash', /\\/);
const Brace = token('Brace', /\{/);
const PLAIN = classWithout(codesOf('"\\{\r\n'));
export const TextPiece = token('TextPiece', PLAIN);
export const TextClose = createToken({ name: 'TextClose', pattern: /"/, pop_mode: true });
/** The end of the line ends an unclosed text. */
const TextBreak = lineEnd('TextBreak', /\r\n?|\n/, { categories: [Newline], pop_mode: true });
// A line that can only begin a block cannot be inside a text block: the previous text is unclosed.
const NEXT_BLOCK = '[ \\t]*(?:PROMPT|WRITE_LOG|(?:SET|GLOBAL)[ \\t]+\\w+[ \\t]*=)[ \\t]*"""[ \\t]*[\\r\\n]';
const BLOCK_LINE_END = '(?:\\r\\n|\\r(?!\\n)|\\n)';
const BlockBreak = lineEnd('BlockBreak', new RegExp(`${BLOCK_LINE_END}(?=${NEXT_BLOCK})`), {
  categories: [Newline],
  pop_mode: true,
});
export const BlockPiece = lineEnd(
  'BlockPiece',
  new RegExp(`(?:${PLAIN.source}|${BLOCK_LINE_END}(?!${NEXT_BLOCK}))+`),
);
const Quote = token('Quote', /"/);
export const BlockClose = createToken({ name: 'BlockClose', pattern: /"""/, pop_mode: true });

/** A character class of all characters except some, spelled out because Chevrotain cannot optimize negated classes. */
function classWithout(excluded: CodeRanges): RegExp {
  const inside: [number, number][] = [];
  let next = 0;
  for (const [first, last] of [...excluded].sort(([left], [right]) => left - right)) {
    if (first > next) inside.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  return new RegExp(`[${classOf([...inside, [next, 0xffff]])}]+`);
}

/** True if a token ends its line; an unclosed text ends with a type of its own. */
export function isNewline({ tokenType }: IToken): boolean {
  return tokenType === Newline || tokenType.CATEGORIES?.includes(Newline) === true;
}

/** `"""` after other tokens on its line: a block belongs to a command. */
function blockOpening(text: string, offset: number, before: readonly IToken[]): RegExpExecArray | null {
  const last = before.at(-1);
  if (last === undefined || isNewline(last) || !text.startsWith('"""', offset)) return null;
  return /"""/.exec('"""');
}

/** Reserved words; all other keywords can be names where a name is expected. */
const NEVER_NAMES = new Set(['AND', 'OR', 'NOT', 'CONTAINS', 'ON', 'OFF', 'FROM', 'AS', 'WHILE', 'UNTIL']);

export const SwitchWord = abstract('SwitchWord', Anything);

/** Token categories of words that are allowed at the same position, by these words. */
const CHOICES = new Map<string, TokenType>();

/** The words of the table's parts and their token types. */
const CHOSEN: readonly { readonly words: readonly string[] }[] = [
  ...[...COMMAND_ENTRIES.values()].flatMap(({ syntax }) => wordsIn(syntax)),
  { words: FIELD_KINDS },
];
for (const { words } of CHOSEN) {
  const key = words.join(' ');
  if (words.length > 1 && !CHOICES.has(key)) CHOICES.set(key, abstract(key.replaceAll(' ', '_'), Anything));
}

function categoriesOf(word: string): TokenType[] {
  const chosen = [...CHOICES].filter(([words]) => words.toUpperCase().split(' ').includes(word));
  return [
    ...chosen.map(([, type]) => type),
    ...(NEVER_NAMES.has(word) ? [] : [Word]),
    ...(word === 'ON' || word === 'OFF' ? [SwitchWord] : []),
    ...(word === 'CONTAINS' ? [Comparator] : []),
    Anything,
  ];
}

/** A token type per keyword, case-insensitive. */
export const KEYWORD_TYPES: ReadonlyMap<string, TokenType> = new Map(
  // TOP_P precedes TOP, its prefix.
  [...new Set([...KEYWORDS, ...CHOSEN.flatMap(({ words }) => words.map((word) => word.toUpperCase()))])]
    .sort((left, right) => right.length - left.length)
    .map((word) => [
      word,
      createToken({
        name: word,
        pattern: new RegExp(word, 'i'),
        longer_alt: Word,
        categories: categoriesOf(word),
        line_breaks: false,
      }),
    ]),
);

/** The token type of a keyword that the vocabulary must contain. */
export function keyword(word: string): TokenType {
  const type = KEYWORD_TYPES.get(word.toUpperCase());
  if (type === undefined) throw new Error(`The vocabulary lacks ${word}`);
  return type;
}

/** The token type of one word, or of any of several. */
export function typeOfWords(words: readonly string[]): TokenType {
  return CHOICES.get(words.join(' ')) ?? keyword(words[0] ?? '');
}

/** The lexer's token types; the first match wins. */
export const LEXER_MODES = {
  defaultMode: 'main',
  modes: {
    main: [
      Newline,
      Blank,
      Comment,
      BlockOpen,
      StrayQuotes,
      TextOpen,
      Placeholder,
      ...KEYWORD_TYPES.values(),
      Word,
      Num,
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
    text: [TextClose, TextBreak, Escape, Backslash, Placeholder, Brace, TextPiece],
    block: [BlockClose, Quote, BlockBreak, Escape, Backslash, Placeholder, Brace, BlockPiece],
  },
};

/** All token types the grammar may see. */
export const GRAMMAR_TOKENS: TokenType[] = [
  ...LEXER_MODES.modes.main.filter((type) => type !== Blank && type !== Comment),
  Anything,
  PathLike,
  Text,
  BareWord,
  Comparator,
  Sum,
  SwitchWord,
  ...CHOICES.values(),
];

/** The token types of the commands. */
export const COMMAND_TYPES: ReadonlySet<TokenType> = new Set([...COMMAND_WORDS].map(keyword));

/** True if a word, in upper case, is reserved. */
export function isReservedWord(word: string): boolean {
  return NEVER_NAMES.has(word);
}

/** True if a token is a word, either a keyword or a name. */
export function isWord({ tokenType }: { readonly tokenType: TokenType }): boolean {
  return tokenType === Word || KEYWORD_TYPES.has(tokenType.name);
}
