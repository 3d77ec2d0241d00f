import type { IToken, TokenType } from 'chevrotain';
import { tokenMatcher } from './chevrotain.js';
import * as t from './tokens.js';

/** What a Text token carries: its pieces between the quotes. */
export interface TextPayload {
  readonly open: IToken;
  readonly pieces: readonly IToken[];
  readonly close: IToken | null;
}

/** A whole text, put together from its pieces. */
export interface TextToken extends IToken {
  readonly payload: TextPayload;
}

export function isTextToken(token: IToken): token is TextToken {
  return token.tokenType === t.Text;
}

/** Whether a text is a block of several lines. */
export function isBlock(token: TextToken): boolean {
  return token.payload.open.tokenType === t.BlockOpen;
}

/** The tokens of one statement. */
export type TokenLine = IToken[];

/** The offset after a token. */
export function endOf(token: Pick<IToken, 'startOffset' | 'image'>): number {
  return token.startOffset + token.image.length;
}

function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
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

/** Gives words that the grammar knows their own type, in whatever case. */
function classify(token: IToken): void {
  const type = t.KEYWORD_TYPES.get(token.image.toUpperCase());
  if (type !== undefined) retype(token, type);
}

/**
 * Cuts the tokens into lines, and puts the pieces of each text together into one token. Line ends inside of
 * text blocks do not end a statement. Empty lines are left out.
 */
export function assembleLines(text: string, tokens: readonly IToken[]): TokenLine[] {
  const lines: TokenLine[] = [];
  // Lines are cut out of one list: lists that have grown by themselves are several times as large.
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
    if (type === t.Newline) {
      endLine();
    } else if (type === t.TextOpen || type === t.BlockOpen) {
      const payload = piecesFrom(tokens, index);
      const end = endOf(payload.close ?? payload.pieces.at(-1) ?? token);
      whole.push(compose(t.Text, text, token.startOffset, end, payload));
      index += payload.pieces.length + (payload.close === null ? 0 : 1);
      if (tokens[index + 1]?.tokenType !== t.TextBreak) continue;
      index++;
      endLine();
    } else {
      if (type === t.Word) classify(token);
      whole.push(token);
    }
  }
  endLine();
  for (const each of lines) joinBareWords(text, each);
  return lines;
}

/** The pieces of the text that begins at an index. */
function piecesFrom(tokens: readonly IToken[], index: number): TextPayload {
  const open = tokens[index];
  if (open === undefined) throw new Error('No text begins here');
  const last = open.tokenType === t.TextOpen ? t.TextClose : t.BlockClose;
  let at = index + 1;
  for (; at < tokens.length; at++) {
    const type = tokens[at]?.tokenType;
    if (type === undefined || type === last || !t.PIECES.has(type)) break;
  }
  const close = tokens[at];
  return { open, pieces: tokens.slice(index + 1, at), close: close?.tokenType === last ? close : null };
}

const PATH_COMMANDS = new Set(['LOAD', 'PATH_IN', 'PATH_OUT', 'MODEL', 'OUTPUT', 'MAKE_LOG']);

/** Words that, standing alone where a path or a model belongs, mean that it is missing. */
const NOT_PATHS: Readonly<Record<string, ReadonlySet<string>>> = {
  LOAD: new Set(['AS']),
  MODEL: new Set(['TEMP', 'TOP_P', 'MAX_TOKENS']),
  OUTPUT: new Set(['AGGREGATE', 'SEPARATE', 'MATCH', 'FORMAT', 'FIELDS']),
};

/** Paths, models and columns may be written without quotes: joins what stands there up to the next blank. */
function joinBareWords(text: string, line: TokenLine): void {
  const first = line[0];
  if (first === undefined) return;
  const command = first.tokenType.name;
  if (PATH_COMMANDS.has(command)) joinAt(text, line, 1, NOT_PATHS[command]);
  if (command === 'LOAD') {
    const match = line.findIndex((token, index) => index > 1 && token.tokenType.name === 'MATCH');
    if (match > 0) joinAt(text, line, match + 1);
  } else if (command === 'GET') {
    const from = line.findIndex((token, index) => index > 0 && token.tokenType.name === 'FROM');
    if (from > 0 && line[from + 1]?.tokenType.name === 'FILE') joinAt(text, line, from + 2);
  } else if (command === 'OUTPUT') {
    line.forEach((token, index) => {
      const isName = line[index - 1]?.tokenType.name === 'FORMAT' && /^(json|txt)$/i.test(token.image);
      if (isName) retype(token, t.FormatName);
    });
  }
}

function joinAt(text: string, line: TokenLine, at: number, notPaths?: ReadonlySet<string>): void {
  const first = line[at];
  if (first === undefined || first.tokenType === t.Text) return;
  let count = 1;
  let end = endOf(first);
  for (let next = line[at + 1]; next !== undefined; next = line[at + count]) {
    if (next.startOffset !== end || tokenMatcher(next, t.Text)) break;
    end = endOf(next);
    count++;
  }
  if (count === 1 && notPaths?.has(first.image.toUpperCase()) === true) return;
  line.splice(at, count, compose(t.BareWord, text, first.startOffset, end));
}
