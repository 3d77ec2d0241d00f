import type { IRecognitionException, IToken } from 'chevrotain';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import { endOf, type TokenLine } from './assemble.js';
import { codeOfNeed, NEEDS } from './needs.js';
import { requiredFixes } from './required-fixes.js';
import * as t from './tokens.js';
import { unexpectedFixes } from './unexpected-fixes.js';

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

const LONGEST_SHOWN = 30;

/** A token as it is quoted in a message. */
export function shown(token: IToken): string {
  const firstLine = token.image.split(/[\r\n]/, 1)[0] ?? '';
  return firstLine.length > LONGEST_SHOWN ? `${firstLine.slice(0, LONGEST_SHOWN)}…` : firstLine;
}

/** Reads from Chevrotain's exception where and why a line failed. */
export function stumbleOf(
  source: Source,
  line: TokenLine,
  subject: IToken,
  error: IRecognitionException,
): Stumble {
  const found = line.indexOf(error.token);
  const need = error.name === 'NotAllInputParsedException' ? null : error.message;
  return { source, line, at: found < 0 ? line.length : found, need, subject };
}

export function syntaxError(stumble: Stumble): Diagnostic {
  const { line, at, need } = stumble;
  if (isComparator(line[at]) && isComparator(line[at - 1])) return unexpected(stumble, at + 1);
  // A path with blanks but without quotes: AS is there, only not where it is looked for.
  const as = need === NEEDS.as ? line.findIndex((token) => token.tokenType.name === 'AS') : -1;
  if (as > at) return unexpected(stumble, as);
  return need === null ? unexpected(stumble, line.length) : required(stumble, need);
}

function isComparator(token: IToken | undefined): boolean {
  return token?.tokenType === t.Equals || token?.tokenType === t.Compare;
}

function rangeOf(source: Source, first: IToken, last: IToken = first) {
  return source.range(first.startOffset, endOf(last));
}

function required({ source, line, at, need: named, subject }: Stumble, need: string): Diagnostic {
  const actual = line[at];
  const code = codeOfNeed(need);
  const isWrongWord = (need === NEEDS.type || need === NEEDS.format) && actual?.tokenType === t.Word;
  const place = isWrongWord ? actual : subject;
  const message = `${subject.image.toUpperCase()} requires ${needInWords(line, at, named ?? need)}`;
  return report(code, message, rangeOf(source, place), { fixes: requiredFixes(source, line, at, need) });
}

function needInWords(line: TokenLine, at: number, need: string): string {
  const previous = line[at - 1];
  if (need === NEEDS.name && previous?.tokenType === t.Comma) return `${need} after ,`;
  if (need !== NEEDS.value) return need;
  if (at === 1 || previous === undefined || ['WHILE', 'UNTIL'].includes(previous.tokenType.name))
    return 'a condition';
  const isOperator = previous.tokenType !== t.Equals || line[0]?.tokenType.name === 'IF';
  return isOperator ? `a value after ${shown(previous)}` : need;
}

/** The tokens from where the line stumbled up to an index are too many. */
function unexpected({ source, line, at }: Stumble, end: number): Diagnostic {
  const first = line[at];
  const previous = line[at - 1];
  if (first === undefined || previous === undefined) throw new Error('Nothing is unexpected here');
  const extra = line.slice(at, end);
  const message = `Unexpected ${shown(first)} after ${shown(previous)}`;
  const place = rangeOf(source, first, extra.at(-1));
  return report('BQ104', message, place, { fixes: unexpectedFixes(source, line, at, extra) });
}
