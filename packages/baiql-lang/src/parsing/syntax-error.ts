import type { IRecognitionException, IToken } from 'chevrotain';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { changeToFix, replaceFix, report } from '../diagnostics/report.js';
import { foldName } from '../source/names.js';
import { nearest } from '../source/nearest.js';
import { isLoadable } from '../source/paths.js';
import type { Source } from '../source/source.js';
import { loadTypeFor, plainTypeOf } from './load-types.js';
import {
  BUILT_IN_WORDS,
  INPUT_WORDS,
  LOAD_TYPES,
  optionsAfter,
  SETTING_WORDS,
} from '../vocabulary/vocabulary.js';
import { endOf, isBlock, isTextToken, type TokenLine } from './assemble.js';
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
  if (actual === undefined) return [addTypeFix(source, line, need)];
  const place = rangeOf(source, actual);
  const before = source.range(actual.startOffset, actual.startOffset);
  const path = pathIn(line);
  if (need === NEEDS.type) return [changeToFix(place, loadTypeFor(actual.image, path))];
  const choices = CHOICES[need];
  if (choices !== undefined) {
    const near = nearest(actual.image, choices);
    // Where any of a few is as good, all of them are offered.
    const offered = near === null && need === NEEDS.format && isWord(actual) ? choices : [near];
    return offered.map((word) => changeToFix(place, word));
  }
  const type = LOAD_TYPES.find((word) => word === actual.image);
  if (need === NEEDS.as && type !== undefined && isLoadable(path, type))
    return [replaceFix('Insert AS', before, 'AS ')];
  if (need === NEEDS.text && !line.some(isTextToken)) {
    const words = rangeOf(source, actual, line.at(-1));
    return [replaceFix('Put quotes around the text', words, `"${source.slice(words)}"`)];
  }
  if (need === NEEDS.equals && at === 2 && line.length === 3 && actual.tokenType !== t.Word)
    return [replaceFix('Insert =', before, '= ')];
  return [];
}

/** `LOAD "roster.csv"` can only mean a table, `LOAD "essays/"` a folder; one document may be anything. */
function addTypeFix(source: Source, line: TokenLine, need: string): Fix | null {
  const type = plainTypeOf(pathIn(line));
  const last = line.at(-1);
  if (type === null || last === undefined || (need !== NEEDS.as && need !== NEEDS.type)) return null;
  const text = need === NEEDS.as ? `AS ${type}` : type;
  return replaceFix(`Add ${text}`, source.range(endOf(last), endOf(last)), ` ${text}`);
}

function pathIn(line: TokenLine): string {
  return line[1]?.image.replace(/^"|"$/g, '') ?? '';
}

/** What may stand where something else does. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  [NEEDS.format]: ['json', 'txt'],
  [NEEDS.source]: ['COL', 'JSON', 'MATCH', 'FILE'],
  [NEEDS.loop]: ['WHILE', 'UNTIL'],
  [NEEDS.policy]: ['SKIP', 'HALT', 'RETRY'],
};

function isWord({ tokenType }: IToken): boolean {
  return tokenType === t.Word || t.KEYWORD_TYPES.has(tokenType.name);
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
  if (isRestart(first)) {
    return [newLineFix(source, line, previous, first)];
  }
  if (command === 'TRACK' && [previous, ...extra].every((word) => isWord(word) && isName(source, word)))
    return [commasFix(source, previous, extra)];
  const isDecimalComma = first.tokenType === t.Comma && previous.tokenType === t.Num && extra.length === 2;
  const isFraction = FRACTIONS.has(line[at - 2]?.tokenType.name ?? '');
  if (isDecimalComma && isFraction && extra[1]?.tokenType === t.Num)
    return [replaceFix('Write a point', place, '.')];
  const path = previous.tokenType === t.BareWord ? pathQuotesFix(source, previous, extra) : null;
  if (path !== null) return [path];
  const option = first.tokenType === t.Word ? nearest(first.image, optionWords(command)) : null;
  return [
    extra.length === 1 ? changeToFix(place, option) : null,
    isProse(command, line) ? quotesFix(source, previous, extra) : null,
    canRemove(command, at, extra) ? removeFix(source, previous, extra) : null,
  ];
}

/** Options whose number need not be a whole one. */
const FRACTIONS = new Set(['TEMP', 'TOP_P', 'COST']);

/** Commands that start a statement of their own wherever they stand; the others are options too. */
const RESTARTING = new Set([
  'BATCH_START',
  'END_BATCH',
  'IF',
  'END_IF',
  'LOOP',
  'END_LOOP',
  'PROMPT',
  'RUN',
  'LOAD',
  'GET',
  'SET',
  'GLOBAL',
  'OUTPUT',
  'STEP',
  'TRACK',
  'WRITE_LOG',
  'MODEL',
  'LIMIT',
  'MAKE_LOG',
  'PATH_IN',
  'PATH_OUT',
]);

/** Whether a second statement begins with this token, as after a lost line end. */
export function isRestart(token: IToken): boolean {
  return token.tokenType !== t.Text && token.image === token.tokenType.name && RESTARTING.has(token.image);
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

/** Whether a word of a line stands elsewhere in the script too, or is given: then it is a name. */
function isName(source: Source, { image, startOffset }: IToken): boolean {
  if (BUILT_IN_WORDS.has(foldName(image)) || INPUT_WORDS.has(foldName(image))) return true;
  const word = new RegExp(`(?<![\\p{L}\\p{N}_])${image}(?![\\p{L}\\p{N}_])`, 'giu');
  for (const { index } of source.text.matchAll(word)) if (index !== startOffset) return true;
  return false;
}

/** `TRACK A B`: names want commas between them. */
function commasFix(source: Source, previous: IToken, extra: TokenLine): Fix {
  const words = [previous, ...extra];
  const edits = extra.flatMap((word, index) => {
    const gap = source.range(endOf(words[index] ?? previous), word.startOffset);
    return replaceFix('', gap, ', ').edits;
  });
  return { title: 'Put commas between the names', edits };
}

/** `my grades.csv`: a path with blanks wants quotes. */
function pathQuotesFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  if (last === undefined || extra.some(isTextToken)) return null;
  const place = source.range(previous.startOffset, endOf(last));
  if (!/\.[A-Za-z]{2,5}$/.test(source.slice(place))) return null;
  return replaceFix('Put quotes around the path', place, `"${source.slice(place)}"`);
}

/** The commands whose texts are prose. */
const QUOTING = new Set(['PROMPT', 'WRITE_LOG', 'STEP', 'BATCH_START', 'SET', 'GLOBAL']);

/** A setting takes certain values only, none with quotes in it. */
function isProse(command: string, line: TokenLine): boolean {
  return QUOTING.has(command) && !SETTING_WORDS.has(line[1]?.image.toUpperCase() ?? '');
}

/** `"She said "yes" to me"`: the quotes inside want a backslash. */
function quotesFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  const isOneText = extra.some((token) => !isTextToken(token));
  if (!isOneText || !isTextToken(previous) || last?.image.endsWith('"') !== true) return null;
  if (previous.payload.open.tokenType !== t.TextOpen) return null;
  const inner = source.range(previous.startOffset + 1, endOf(last) - 1);
  const text = source.slice(inner);
  // What stands in quotes inside of braces was meant as a name.
  if (/[\r\n]|\{\w*"/.test(text)) return null;
  const escaped = text.replace(/\\.|"/g, (found) => (found === '"' ? '\\"' : found));
  return replaceFix('Put a backslash before the quotes inside the text', inner, escaped);
}

/** Commands after whose arguments nothing can be meant that they would need. */
const COMPLETE_AT: Readonly<Record<string, number>> = {
  PROMPT: 2,
  WRITE_LOG: 2,
  STEP: 1,
  RUN: 1,
  RETRY: 2,
  BATCH_START: 1,
  MODEL: 2,
  LIMIT: 2,
  ERROR: 2,
  OUTPUT: 3,
  LOAD: 4,
  END_BATCH: 1,
  ELSE: 1,
  END_IF: 1,
  END_LOOP: 1,
  BREAK: 1,
  SKIP: 1,
  HALT: 1,
};

/** Whether the line is complete without what is too much on it. */
function canRemove(command: string, at: number, extra: TokenLine): boolean {
  const isPunctuation = extra.every((token) => !isTextToken(token) && /^[^\w]+$/.test(token.image));
  return isPunctuation || at >= (COMPLETE_AT[command] ?? Infinity);
}

/** Whether a token may have been meant to go on: a number, or a text block with three quotes in it. */
function isCutShort(token: IToken): boolean {
  return token.tokenType === t.Num || (isTextToken(token) && isBlock(token));
}

/** Removing what might be a name's only use would turn one mistake into another, so that is not offered. */
function removeFix(source: Source, previous: IToken, extra: TokenLine): Fix | null {
  const last = extra.at(-1);
  const readsNames = extra.some((token) => token.image.includes('{')) || /\{\w*"$/.test(previous.image);
  // Without a blank before it, it may be the other half of what stands there.
  const [first] = extra;
  const isHalf =
    isCutShort(previous) &&
    (first?.startOffset === endOf(previous) || first?.image === '.' || first?.tokenType === t.Num);
  if (last === undefined || readsNames || isHalf) return null;
  return replaceFix('Remove it', source.range(endOf(previous), endOf(last)), '');
}
