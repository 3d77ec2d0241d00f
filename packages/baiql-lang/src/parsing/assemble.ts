import type { IToken, TokenType } from 'chevrotain';
import type { Range } from '../source/position.js';
import type { Source } from '../source/source.js';
import type { Word } from '../tree/lines.js';
import { COMMAND_ENTRIES, sequencesIn } from '../vocabulary/vocabulary.js';
import * as t from './tokens.js';

/** Part of a text: characters, an escape or a placeholder. */
export type TextPiece = Pick<IToken, 'image' | 'startOffset' | 'tokenType'>;

/** Payload of a Text token: its parts between the quotes. */
export interface TextPayload {
  readonly open: IToken;
  readonly pieces: readonly IToken[];
  readonly close: IToken | null;
}

/** A complete text, assembled from its parts. */
export interface TextToken extends IToken {
  readonly payload: TextPayload;
}

export function isTextToken(token: IToken): token is TextToken {
  return token.tokenType === t.Text;
}

/** True if a text is a multi-line block. */
export function isBlock(token: TextToken): boolean {
  return token.payload.open.tokenType === t.BlockOpen;
}

/** The tokens of one statement. */
export type TokenLine = IToken[];

/** The offset after a token. */
export function endOf(token: TextPiece): number {
  return token.startOffset + token.image.length;
}

/** The range of a token, or from one token to another. */
export function rangeOf(source: Source, first: TextPiece, last = first): Range {
  return source.range(first.startOffset, endOf(last));
}

function compose(type: TokenType, text: string, start: number, end: number, payload?: TextPayload): IToken {
  return {
    image: text.slice(start, end),
    startOffset: start,
    tokenType: type,
    tokenTypeIdx: type.tokenTypeIdx ?? 0,
    payload,
  };
}

/**
 * Splits the tokens into lines, and combines the parts of each text into one token. Line breaks inside text blocks do
 * not end a statement. Empty lines are dropped.
 */
export function assembleLines(text: string, tokens: readonly IToken[]): TokenLine[] {
  const lines: TokenLine[] = [];
  // Lines are slices of one array: arrays that grew individually use several times the memory.
  const whole: IToken[] = [];
  let start = 0;
  const endLine = (): void => {
    if (whole.length > start) lines.push(whole.slice(start));
    start = whole.length;
  };
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const type = token.tokenType;
    if (t.isNewline(token)) endLine();
    else if (type === t.TextOpen || type === t.BlockOpen) {
      const payload = piecesFrom(tokens, index, token);
      const end = endOf(payload.close ?? payload.pieces.at(-1) ?? token);
      whole.push(compose(t.Text, text, token.startOffset, end, payload));
      index += payload.pieces.length + (payload.close === null ? 0 : 1);
    } else whole.push(token);
  }
  endLine();
  for (const each of lines) joinBareWords(text, each);
  return lines;
}

/** The parts of the text that begins at an index. */
function piecesFrom(tokens: readonly IToken[], index: number, open: IToken): TextPayload {
  let at = index + 1;
  while (at < tokens.length && tokens[at]?.tokenType.POP_MODE !== true) at++;
  const close = tokens[at];
  const isClosed = close !== undefined && !t.isNewline(close);
  return { open, pieces: tokens.slice(index + 1, at), close: isClosed ? close : null };
}

/** Where paths may be unquoted on the lines of a command. */
interface BarePlaces {
  /** The words that precede it, including the command. */
  readonly after: ReadonlySet<string>;
  /** Words that, alone in its place, mean that it is missing; and whether a number must follow them. */
  readonly options: ReadonlyMap<string, boolean>;
}

const BARE_PLACES: ReadonlyMap<string, BarePlaces> = new Map(
  [...COMMAND_ENTRIES].map(([command, { syntax }]) => {
    const after = sequencesIn(syntax).flatMap((sequence) =>
      sequence.flatMap((part, index) => {
        const before = sequence[index - 1];
        if (part.part !== 'path') return [];
        return before?.part === 'word' ? before.words : sequence === syntax ? [command] : [];
      }),
    );
    const options = sequencesIn(syntax).flatMap((sequence) =>
      sequence.flatMap((part, index) => {
        if (part.part !== 'flag' && part.part !== 'word') return [];
        // Within an option, the first word begins it.
        if (index > 0 && sequence !== syntax) return [];
        if (part.part === 'word' && part.words.length > 1 && part.need !== null) return [];
        const isNumber = sequence[index + 1]?.part === 'number';
        return part.words.map((word) => [word.toUpperCase(), isNumber] as const);
      }),
    );
    return [command, { after: new Set(after), options: new Map(options) }];
  }),
);

/** Paths, models and columns may be unquoted: joins the tokens up to the next space. */
function joinBareWords(text: string, line: TokenLine): void {
  const places = BARE_PLACES.get(line[0]?.tokenType.name ?? '');
  if (places === undefined || places.after.size === 0) return;
  for (let at = 1; at < line.length; at++) {
    // Directly after the command any word may be a name.
    if (at !== 2 && places.after.has(line[at - 1]?.tokenType.name ?? ''))
      joinAt(text, line, at, places.options);
  }
}

function joinAt(text: string, line: TokenLine, at: number, options: BarePlaces['options']): void {
  const first = line[at];
  // Foreign quotes are not part of a path.
  if (first === undefined || first.tokenType === t.Text || QUOTE.test(first.image)) return;
  let count = 1;
  let end = endOf(first);
  for (let next = line[at + 1]; next !== undefined; next = line[at + count]) {
    if (next.startOffset !== end || next.tokenType === t.Text) break;
    end = endOf(next);
    count++;
  }
  const needsNumber = options.get(first.image.toUpperCase());
  const isNumber = line[at + 1]?.tokenType === t.Num;
  if (count === 1 && needsNumber !== undefined && (isNumber || !needsNumber)) return;
  line.splice(at, count, compose(t.BareWord, text, first.startOffset, end));
}

/** The word of a keyword token, which is its type's name. */
export function wordOf(source: Source, token: IToken, isLower = false): Word {
  const { name } = token.tokenType;
  return {
    word: isLower ? name.toLowerCase() : name,
    range: rangeOf(source, token),
  };
}

/** Quotes of word processors and of other languages. */
export const QUOTE = /^[“”„‟«»‘’‚‹›'`´「」『』]/;
