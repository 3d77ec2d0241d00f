import type { IRecognitionException, IToken } from 'chevrotain';
import type { Diagnostic, Fix, RelatedPlace } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import type { DiagnosticCode } from '../diagnostics/severities.js';
import type { Source } from '../source/source.js';
import { ADVICE } from '../vocabulary/synonyms.js';
import { COMMAND_WORDS, takesOf } from '../vocabulary/vocabulary.js';
import { endOf, isBlock, QUOTE, rangeOf, type TextToken, type TokenLine } from './assemble.js';
import { END_OF_LINE } from './line-parser.js';
import * as t from './tokens.js';

/** What the grammar stumbled over on a line. */
export interface Stumble {
  readonly source: Source;
  readonly line: TokenLine;
  /** Where in the line; the line's length when it ended too early. */
  readonly at: number;
  /** What was required there; null when the line should have ended. */
  readonly need: string | null;
  /** The command or option that lacks something. */
  readonly subject: IToken;
}

/** Requirements with a diagnostic of their own; all others are BQ105. */
const CODES: ReadonlyMap<string, DiagnosticCode> = new Map([
  ['"AS <TYPE>"', 'BQ301'],
  ['a type (FILE, DIR, REF, WORK, or LINES)', 'BQ302'],
  ['a filename or path before AS', 'BQ303'],
  ['json or txt', 'BQ504'],
]);

const LONGEST_SHOWN = 30;

/** A token as it is quoted in a message. */
export function shown(token: IToken): string {
  const firstLine = token.image.split(/[\r\n]/, 1)[0] ?? '';
  return firstLine.length > LONGEST_SHOWN ? `${firstLine.slice(0, LONGEST_SHOWN)}…` : firstLine;
}

/** What to do instead, where the language has no such word. */
export function adviceOn(source: Source, [first]: TokenLine, token = first, place = token): RelatedPlace[] {
  const word = token?.image.toUpperCase() ?? '';
  const message = ADVICE[word] ?? ADVICE[`${first?.image ?? ''} ${word}`];
  return message === undefined || place === undefined ? [] : [{ message, range: rangeOf(source, place) }];
}

/** Reads from Chevrotain's exception where and why a line failed. */
export function stumbleOf(
  source: Source,
  line: TokenLine,
  subject: IToken,
  error: IRecognitionException,
): Stumble {
  const found = line.indexOf(error.token);
  const need = error.message === END_OF_LINE ? null : error.message;
  return { source, line, at: found < 0 ? line.length : found, need, subject };
}

export function syntaxError(stumble: Stumble): Diagnostic {
  const { line, at, need } = stumble;
  if (isComparator(line[at]) && isComparator(line[at - 1])) return unexpected(stumble, at + 1);
  // A path with blanks but without quotes: AS is there, only not where it is looked for.
  const as =
    CODES.get(need ?? '') === 'BQ301' ? line.findIndex((token) => token.tokenType.name === 'AS') : -1;
  if (as > at) return unexpected(stumble, as);
  // Quotes of a word processor are the mistake, not that the text is missing.
  const isPath = takesOf(line[0]?.tokenType.name ?? '')[0]?.part === 'path';
  const isQuote = (isPath ? QUOTE : /^[“”„‟«»]/).test(line[at]?.image ?? '');
  return need === null || isQuote ? unexpected(stumble, line.length) : required(stumble, need);
}

/** The diagnostic of a text whose closing quote is missing. */
export function unclosedText(source: Source, token: TextToken): Diagnostic {
  return isBlock(token)
    ? report('BQ102', 'Unclosed text block (missing """)', rangeOf(source, token.payload.open), {
        fixes: [closeBlock(source, token)],
      })
    : report('BQ101', 'Unclosed text (missing ")', rangeOf(source, token));
}

const STATEMENT = new RegExp(`^[ \\t]*(?:${[...COMMAND_WORDS].join('|')})(?![^ \\t])`);

/** Before the RUN that the block has swallowed, and the commands right above it: a prompt is sent after it is written. */
function closeBlock(source: Source, token: TextToken): Fix | null {
  const { line: first } = source.positionAt(token.payload.open.startOffset);
  const { line: last } = source.positionAt(endOf(token));
  let line = first + 1;
  while (line <= last && !/^[ \t]*RUN(?![^ \t])/.test(source.lineText(line))) line += 1;
  if (line > last) return null;
  while (line - 1 > first && STATEMENT.test(source.lineText(line - 1))) line -= 1;
  const above = source.lineText(line - 1);
  const end = source.lineEnd(line - 1);
  // Of the three quotes one or two may be there.
  const [torn] = /(?<=^[ \t]*)"{1,2}[ \t]*$|""[ \t]*$/.exec(above) ?? [];
  if (torn !== undefined) return replaceFix('Write """', source.range(end - torn.length, end), '"""');
  const closing = `${source.newline}${source.indentAt(token.payload.open.startOffset)}"""`;
  return replaceFix(`Add """ before line ${line}`, source.range(end, end), closing);
}

function isComparator(token: IToken | undefined): boolean {
  return token?.tokenType === t.Equals || token?.tokenType === t.Compare;
}

function required(stumble: Stumble, need: string): Diagnostic {
  const { source, line, at, subject } = stumble;
  const actual = line[at];
  const code = CODES.get(need) ?? 'BQ105';
  const isWrongWord = (code === 'BQ302' || code === 'BQ504') && actual?.tokenType === t.Word;
  const place = isWrongWord ? actual : subject;
  const message = `${subject.image.toUpperCase()} requires ${needInWords(line, at, need)}`;
  const related = adviceOn(source, line, actual, place);
  return report(code, message, rangeOf(source, place), { related });
}

function needInWords(line: TokenLine, at: number, need: string): string {
  const previous = line[at - 1];
  if (need === 'a name' && previous?.tokenType === t.Comma) return `${need} after ,`;
  if (need !== 'a value') return need;
  if (at === 1 || previous === undefined || ['WHILE', 'UNTIL', 'WHERE'].includes(previous.tokenType.name))
    return 'a condition';
  const isOperator = previous.tokenType !== t.Equals || line[0]?.tokenType.name === 'IF';
  return isOperator ? `a value after ${shown(previous)}` : need;
}

/** The tokens from where the line stumbled up to an index are too many. */
function unexpected(stumble: Stumble, end: number): Diagnostic {
  const { source, line, at } = stumble;
  const first = line[at];
  const previous = line[at - 1];
  if (first === undefined || previous === undefined) throw new Error('Nothing is unexpected here');
  const advice = adviceOn(source, line, first).map(({ message }) => `; ${message}`);
  const message = `Unexpected ${shown(first)} after ${shown(previous)}${advice.join('')}`;
  return report('BQ104', message, rangeOf(source, first, line[end - 1]));
}
