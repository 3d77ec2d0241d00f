import type { IRecognitionException, IToken } from 'chevrotain';
import type { Diagnostic, Fix, RelatedPlace } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import type { DiagnosticCode } from '../diagnostics/severities.js';
import type { Source } from '../source/source.js';
import { ADVICE } from '../vocabulary/synonyms.js';
import { COMMAND_WORDS, syntaxOf } from '../vocabulary/vocabulary.js';
import { endOf, isBlock, QUOTE, rangeOf, type TextToken, type TokenLine } from './assemble.js';
import { END_OF_LINE } from './line-parser.js';
import * as t from './tokens.js';

/** A syntax error of a line. */
export interface ParseFailure {
  readonly source: Source;
  readonly line: TokenLine;
  /** Index of the token; the line's length if it ended too early. */
  readonly at: number;
  /** The required part; null if the line should have ended. */
  readonly need: string | null;
  /** The command or option that lacks a part. */
  readonly subject: IToken;
}

/** Requirements with their own diagnostic; all others are BQ105. */
const CODES: ReadonlyMap<string, DiagnosticCode> = new Map([
  ['"AS <TYPE>"', 'BQ301'],
  ['a type (FILE, DIR, REF, WORK, or LINES)', 'BQ302'],
  ['a filename or path before AS', 'BQ303'],
  ['json or txt', 'BQ504'],
]);

const LONGEST_SHOWN = 30;

/** A token as quoted in a message. */
export function shown(token: IToken): string {
  const firstLine = token.image.split(/[\r\n]/, 1)[0] ?? '';
  return firstLine.length > LONGEST_SHOWN ? `${firstLine.slice(0, LONGEST_SHOWN)}…` : firstLine;
}

/** The replacement for a word the language does not have. */
export function adviceOn(source: Source, [first]: TokenLine, token = first, place = token): RelatedPlace[] {
  const word = token?.image.toUpperCase() ?? '';
  const message = ADVICE[word] ?? ADVICE[`${first?.image ?? ''} ${word}`];
  return message === undefined || place === undefined ? [] : [{ message, range: rangeOf(source, place) }];
}

/** Converts Chevrotain's exception to a syntax error. */
export function parseFailureOf(
  source: Source,
  line: TokenLine,
  subject: IToken,
  error: IRecognitionException,
): ParseFailure {
  const found = line.indexOf(error.token);
  const need = error.message === END_OF_LINE ? null : error.message;
  return { source, line, at: found < 0 ? line.length : found, need, subject };
}

export function syntaxError(parseFailure: ParseFailure): Diagnostic {
  const { line, at, need } = parseFailure;
  if (isComparator(line[at]) && isComparator(line[at - 1])) return unexpected(parseFailure, at + 1);
  // An unquoted path with spaces: AS exists, but later than expected.
  const as =
    CODES.get(need ?? '') === 'BQ301' ? line.findIndex((token) => token.tokenType.name === 'AS') : -1;
  if (as > at) return unexpected(parseFailure, as);
  // Reports the foreign quotes, not a missing text.
  const isPath = syntaxOf(line[0]?.tokenType.name ?? '')[0]?.part === 'path';
  const isQuote = (isPath ? QUOTE : /^[“”„‟«»「『]/).test(line[at]?.image ?? '');
  return need === null || isQuote ? unexpected(parseFailure, line.length) : required(parseFailure, need);
}

/** The diagnostic of a text without closing quote. */
export function unclosedText(source: Source, token: TextToken): Diagnostic {
  return isBlock(token)
    ? report('BQ102', 'Unclosed text block (missing """)', rangeOf(source, token.payload.open), {
        fixes: [closeBlock(source, token)],
      })
    : report('BQ101', 'Unclosed text (missing ")', rangeOf(source, token));
}

const STATEMENT = new RegExp(`^[ \\t]*(?:${[...COMMAND_WORDS].join('|')})(?![^ \\t])`);

/**
 * Before the RUN that the block has consumed, and the commands directly above it, because a prompt precedes its RUN.
 */
function closeBlock(source: Source, token: TextToken): Fix | null {
  const { line: first } = source.positionAt(token.payload.open.startOffset);
  const { line: last } = source.positionAt(endOf(token));
  let line = first + 1;
  while (line <= last && !/^[ \t]*RUN(?![^ \t])/.test(source.lineText(line))) line += 1;
  if (line > last) return null;
  while (line - 1 > first && STATEMENT.test(source.lineText(line - 1))) line -= 1;
  const above = source.lineText(line - 1);
  const end = source.lineEnd(line - 1);
  // One or two of the three quotes may be present.
  const [torn] = /(?<=^[ \t]*)"{1,2}[ \t]*$|""[ \t]*$/.exec(above) ?? [];
  if (torn !== undefined) return replaceFix('Write """', source.range(end - torn.length, end), '"""');
  const closing = `${source.newline}${source.indentAt(token.payload.open.startOffset)}"""`;
  return replaceFix(`Add """ before line ${line}`, source.range(end, end), closing);
}

function isComparator(token: IToken | undefined): boolean {
  return token?.tokenType === t.Equals || token?.tokenType === t.Compare;
}

function required(parseFailure: ParseFailure, need: string): Diagnostic {
  const { source, line, at, subject } = parseFailure;
  const actual = line[at];
  const code = CODES.get(need) ?? 'BQ105';
  const isWrongWord = (code === 'BQ302' || code === 'BQ504') && actual?.tokenType === t.Word;
  const place = isWrongWord ? actual : subject;
  const message = `${subject.image.toUpperCase()} requires ${describeNeed(line, at, need)}`;
  const related = adviceOn(source, line, actual, place);
  return report(code, message, rangeOf(source, place), { related });
}

function describeNeed(line: TokenLine, at: number, need: string): string {
  const previous = line[at - 1];
  if (need === 'a name' && previous?.tokenType === t.Comma) return `${need} after ,`;
  if (need !== 'a value') return need;
  if (at === 1 || previous === undefined || ['WHILE', 'UNTIL', 'WHERE'].includes(previous.tokenType.name))
    return 'a condition';
  const isOperator = previous.tokenType !== t.Equals || line[0]?.tokenType.name === 'IF';
  return isOperator ? `a value after ${shown(previous)}` : need;
}

/** Reports the tokens from the error up to an index as superfluous. */
function unexpected(parseFailure: ParseFailure, end: number): Diagnostic {
  const { source, line, at } = parseFailure;
  const first = line[at];
  const previous = line[at - 1];
  if (first === undefined || previous === undefined) throw new Error('Nothing is unexpected here');
  const advice = adviceOn(source, line, first).map(({ message }) => `; ${message}`);
  const message = `Unexpected ${shown(first)} after ${shown(previous)}${advice.join('')}`;
  return report('BQ104', message, rangeOf(source, first, line[end - 1]));
}
