import type { IRecognitionException, IToken } from 'chevrotain';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { changeToFix, replaceFix, report } from '../diagnostics/report.js';
import { nearest } from '../source/nearest.js';
import type { Source } from '../source/source.js';
import { LOAD_TYPES, optionsAfter } from '../vocabulary/vocabulary.js';
import { endOf, isTextToken, type TokenLine } from './assemble.js';
import { codeOfNeed, NEEDS } from './needs.js';
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

function requiredFixes(source: Source, line: TokenLine, at: number, need: string): (Fix | null)[] {
  const actual = line[at];
  if (actual === undefined) return [];
  const place = rangeOf(source, actual);
  const before = source.range(actual.startOffset, actual.startOffset);
  if (need === NEEDS.type) return [changeToFix(place, nearest(actual.image, LOAD_TYPES))];
  if (need === NEEDS.format) return [changeToFix(place, nearest(actual.image, ['json', 'txt']))];
  const hasType = LOAD_TYPES.some((type) => type === actual.image);
  if (need === NEEDS.as && hasType) return [replaceFix('Insert AS', before, 'AS ')];
  if (need === NEEDS.text && !line.some(isTextToken)) {
    const words = rangeOf(source, actual, line.at(-1));
    return [replaceFix('Put quotes around the text', words, `"${source.slice(words)}"`)];
  }
  if (need === NEEDS.equals && at === 2) return [replaceFix('Insert =', before, '= ')];
  return [];
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

function unexpectedFixes(source: Source, line: TokenLine, at: number, extra: TokenLine): (Fix | null)[] {
  const first = line[at];
  const previous = line[at - 1];
  const command = line[0]?.tokenType.name ?? '';
  if (first === undefined || previous === undefined) return [];
  const place = rangeOf(source, first);
  if (t.COMMAND_TYPES.has(first.tokenType) && first.image === first.tokenType.name) {
    return [newLineFix(source, line, previous, first)];
  }
  if (command === 'TRACK' && first.tokenType === t.Word) {
    return [replaceFix('Put a comma between the names', source.range(endOf(previous), endOf(previous)), ',')];
  }
  const isDecimalComma = first.tokenType === t.Comma && previous.tokenType === t.Num && extra.length === 2;
  if (isDecimalComma && extra[1]?.tokenType === t.Num) return [replaceFix('Write a point', place, '.')];
  const path = previous.tokenType === t.BareWord ? pathQuotesFix(source, previous, extra) : null;
  if (path !== null) return [path];
  const option = first.tokenType === t.Word ? nearest(first.image, optionWords(command)) : null;
  return [
    extra.length === 1 ? changeToFix(place, option) : null,
    quotesFix(source, previous, extra),
    removeFix(source, previous, extra),
  ];
}

function optionWords(command: string): string[] {
  return optionsAfter(command).map((entry) => entry.word);
}

function newLineFix(source: Source, line: TokenLine, previous: IToken, first: IToken): Fix {
  const start = source.positionAt(line[0]?.startOffset ?? 0);
  const indent = source.text.slice(start.offset - start.column + 1, start.offset);
  const gap = source.range(endOf(previous), first.startOffset);
  return replaceFix(`Put ${first.image} on a line of its own`, gap, `\n${indent}`);
}

/** `my grades.csv`: a path with blanks wants quotes. */
function pathQuotesFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  if (last === undefined || extra.some(isTextToken)) return null;
  const place = source.range(previous.startOffset, endOf(last));
  if (!/\.[A-Za-z]{2,5}$/.test(source.slice(place))) return null;
  return replaceFix('Put quotes around the path', place, `"${source.slice(place)}"`);
}

/** `"She said "yes" to me"`: the quotes inside want a backslash. */
function quotesFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  const isOneText = extra.some((token) => !isTextToken(token));
  if (!isOneText || !isTextToken(previous) || last?.image.endsWith('"') !== true) return null;
  if (previous.payload.open.tokenType !== t.TextOpen) return null;
  const inner = source.range(previous.startOffset + 1, endOf(last) - 1);
  const text = source.slice(inner);
  if (/[\r\n]/.test(text)) return null;
  const escaped = text.replace(/\\.|"/g, (found) => (found === '"' ? '\\"' : found));
  return replaceFix('Put a backslash before the quotes inside the text', inner, escaped);
}

/** Removing what might be a name's only use would turn one mistake into another, so that is not offered. */
function removeFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  const readsNames = extra.some((token) => token.image.includes('{'));
  if (last === undefined || readsNames) return null;
  return replaceFix('Remove it', source.range(endOf(previous), endOf(last)), '');
}
