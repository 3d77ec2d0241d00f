import { diagnosticsOf } from '../parsing/parse-line.js';
import { foldName, isName, nameOfHeader } from '../source/names.js';
import type { BlockKind } from '../vocabulary/parts.js';
import {
  COMMAND_SYNONYMS,
  meantBy,
  MODEL_OPTIONS,
  ONE_LINE_WORDS,
  SETTING_SYNONYMS,
} from '../vocabulary/synonyms.js';
import { COMMAND_WORDS, SETTING_WORDS } from '../vocabulary/vocabulary.js';
import { arrangementsOf } from './arrangements.js';
import { maskLine, type MaskedLine, TEXT } from './masked-line.js';
import { like } from './patterns.js';
import { commandsOf, DASHES, type Phrase } from './phrases.js';

export interface LineContext {
  /** The blocks open around the line, innermost last. */
  readonly open: readonly BlockKind[];
  /** Whether an END_IF below has no IF of its own. */
  readonly hasSpareEndIf: boolean;
  /** Names of the script, its tables and the available models. */
  readonly names: ReadonlySet<string>;
}

export const NO_CONTEXT: LineContext = { open: [], hasSpareEndIf: false, names: new Set() };

/** One reading of a line as statements; two leading blanks mark the content of a block. */
export type Meaning = readonly string[];

const COMMENT = new RegExp(
  `^(?://+|--+|[${DASHES}]+(?!\\s*\\p{Lu}{3})|§+|<!--|/\\*+|%%+|;+|=====*|\\*\\*\\*+|_{4,}|~{4,}|'+(?=\\s))\\s*`,
  'u',
);
const COMMENT_END = new RegExp(`^[\\s:]+|\\s*(?:-->|\\*/|[-=*~_${DASHES}]{3,})$`, 'gu');
/** The dash that Word makes of `-- note`, not one between names or numbers. */
const NOTE = `[${DASHES}]+\\s+(?=\\p{L})(?!\\p{Lu}[\\p{Lu}\\d_]*(?![\\p{L}\\d_]))`;
const BEHIND = new RegExp(`^(.*?\\S)\\s+(?://|--|/\\*|<!--|${NOTE})\\s*(.*?)(?:\\s*(?:\\*/|-->))?$`, 'u');

/** The text of a comment in another language's syntax; null if the line has none. */
export function commentIn(line: string): { readonly sign: string; readonly text: string } | null {
  const remark = commandsOf(line).find(({ command }) => command === '#');
  const sign =
    COMMENT.exec(line)?.[0] ?? (remark === undefined ? '' : line.slice(0, -remark.rest.length || undefined));
  if (sign === '') return null;
  const text = line.slice(sign.length).replace(COMMENT_END, '');
  return { sign: sign.trim(), text };
}

/** Possible meanings of a line, best first. Each has to be validated. */
export function* meaningsOf(line: string, context: LineContext): Generator<Meaning> {
  if (line.includes('"""')) {
    yield* blockMeanings(line);
    return;
  }
  const behind = BEHIND.exec(line);
  const masked = maskLine(line);
  if (masked !== null) yield* maskedMeanings(masked, context);
  const [, code = '', comment = ''] = behind ?? [];
  // `TRACK points – class` lists another name.
  if (behind === null || context.names.has(nameOfHeader(comment))) return;
  yield [`${code} # ${comment}`];
  const before = maskLine(code);
  if (before !== null) {
    for (const [only, ...more] of maskedMeanings(before, context)) {
      if (more.length === 0) yield [`${only ?? ''} # ${comment}`];
    }
  }
}

/** `ASK """`: only the word before a text block may be replaced. */
function* blockMeanings(line: string): Generator<Meaning> {
  const at = line.indexOf('"""');
  const before = line.slice(0, at).replace(/[\s:=([]+$/u, '');
  const rest = line.slice(at);
  const assigned = /^(?:SET\s+|LET\s+)?([\p{L}_][\p{L}\p{N}_]*)$/iu.exec(before)?.[1];
  for (const command of commandsOf(before).map(({ command }) => command)) {
    if (command === 'PROMPT' || command === 'WRITE_LOG') yield [`${command} ${rest}`];
  }
  if (assigned !== undefined && isName(assigned)) yield [`SET ${assigned} = ${rest}`];
}

/** `OUTPUT "o.csv".` */
const SENTENCE_END = new RegExp(`;$|(?<=${TEXT})\\s*[.,]$`);

/** `IF A = 1 {`, `} ELSE {` */
const BRACES = /^\}\s*(?=\p{L})|(?<=\s)\{$/gu;

function* maskedMeanings(masked: MaskedLine, context: LineContext): Generator<Meaning> {
  const text = masked.text.trim().replace(SENTENCE_END, '').replace(BRACES, '').trim();
  if (text === '}') yield* closings('END', context);
  if (text === '') return;
  const name = ASSIGNED.exec(text)?.[1];
  const isAssigned =
    name !== undefined &&
    isName(name) &&
    !COMMAND_WORDS.has(foldName(name)) &&
    meantBy(name, MODEL_OPTIONS) === null;
  // `OCR_IF_EMPTY ON`
  const [word = ''] = /^[\p{L}_]+/u.exec(text) ?? [];
  const setting = SETTING_WORDS.has(foldName(word)) ? word : meantBy(word, SETTING_SYNONYMS);
  if (isAssigned || setting !== null)
    yield* commandMeanings(
      { command: 'SET', rest: (setting ?? word) + text.slice(word.length), isUpper: true },
      masked,
      context,
    );
  for (const phrase of commandsOf(text)) yield* commandMeanings(phrase, masked, context);
  yield* suffixMeanings(text, masked, context);
}

/** `X = 1`, `X := 1`, `X += 1`, `X++`. */
const ASSIGNED = /^\{?([\p{L}_][\p{L}\p{N}_]*)\}?\s*(?:(?:[:+-]?[=＝]|<-)\s*\S|\+\+|--$)/u;

function* commandMeanings(
  { command, rest: written, isUpper }: Phrase,
  masked: MaskedLine,
  context: LineContext,
): Generator<Meaning> {
  if (command === '#') return;
  if (command === 'END' || command === 'NEXT') {
    // `NEXT i`, as in Basic.
    const isAlone = /^[\s\p{P}]*$/u.test(written) || (command === 'NEXT' && /^\p{L}$/u.test(written));
    if (isAlone) yield* closings(command, context);
    return;
  }
  // `DO UNTIL SCORE > 7` … `LOOP`, as in Basic.
  if (command === 'LOOP' && written === '' && context.open.at(-1) === 'LOOP') yield ['END_LOOP'];
  const rest = stripOuterFence(written, command);
  if (command === 'IF') yield* oneLineIfs(rest, masked, context);
  if (command === 'ELSE' && rest !== '') {
    const [inner] = statementMeanings(rest, masked, { ...context, open: [...context.open, 'IF'] });
    if (inner !== undefined) yield ['ELSE', ...inner.map(indented)];
  }
  // `AI grading of essays` is a title.
  const isCommand = isUpper && /^\p{Lu}{3}/u.test(masked.text);
  const isInWords = !isCommand && masked.text === masked.unmask(masked.text);
  const named = nameOfHeader(rest);
  // `print student name`
  const text = isInWords && command === 'WRITE_LOG' && context.names.has(named) ? named : rest;
  for (const line of arrangementsOf(command, { ...masked, text })) {
    if (isInWords && !CALL.test(masked.text) && isProse(line, rest, context)) continue;
    const meant = masked.unmask(command === 'ELSE IF' ? line.replace(/^ELSE IF/, 'IF') : line);
    const written = /(?<![\p{L}\p{N}_])LIKE(?![\p{L}\p{N}_])/iu.test(rest) ? withoutWildcards(meant) : meant;
    if (written !== null) yield command === 'ELSE IF' ? ['ELSE', indented(written)] : written.split('\n');
  }
}

/** `print(N)`, `prompt: Grade it` */
const CALL = /^[\p{L}.]+\(.*\)$|^prompt:\s/u;
const WORDED = /^(?:(?:PROMPT|BATCH_START) "|(?:WRITE_LOG|MODEL) "\{?([^"}]*)|GET (\S+)$)/;

/** `tell me more`, `use it with care`: lowercase words are a statement only if they name something known. */
function isProse(line: string, rest: string, { names }: LineContext): boolean {
  const worded = WORDED.exec(line);
  if (worded === null) return false;
  const name = worded[1] ?? worded[2] ?? '';
  // `use gpt-4o-mini`: a single word with a digit is a model name.
  const isModel = line.startsWith('MODEL') && /^\p{L}\S*\d/u.test(name) && rest.includes(name);
  return !isModel && !names.has(foldName(name));
}

/** `LIKE "%sql%"` means CONTAINS "sql"; the language has no starts-with or ends-with. */
function withoutWildcards(line: string): string | null {
  const written = line.replace(/(CONTAINS ")([%*])([^"%*]+)\2"/g, '$1$3"');
  return /CONTAINS "(?:[%*]|[^"]*[%*]")/.test(written) ? null : written;
}

/** `PRINT("x")`, `PROMPT: "x"`, `MODEL = x`. */
function stripOuterFence(written: string, command: string): string {
  const isExpression = /IF|UNLESS|WHILE|UNTIL|SET|GLOBAL|LOOP/.test(command);
  // After RUN, an arrow names the target of the reply.
  const frame = command === 'RUN' ? /^(?:\s*(?::=|[:=–-](?!>))\s*)+/u : /^(?:\s*(?::=|=>|->|[:=–-])\s*)+/u;
  const bare = written.replace(frame, '').trim();
  if (isExpression) return bare;
  return bare.replace(/^\((.*)\)$/su, '$1').trim();
}

function* closings(command: string, { open }: LineContext): Generator<Meaning> {
  const top = open.at(-1);
  if (top !== undefined && (command === 'END' || top === 'LOOP')) yield [`END_${top}`];
  else if (command === 'NEXT') yield ['SKIP'];
}

const STATEMENT = like`(?<=[\s:,)])${ONE_LINE_WORDS}(?![\p{L}\p{N}_])`;

/** `IF A = 1 SKIP`, `IF A = 1 THEN SKIP ELSE HALT`. */
function* oneLineIfs(rest: string, masked: MaskedLine, context: LineContext): Generator<Meaning> {
  const at = STATEMENT.exec(rest)?.index ?? -1;
  if (at <= 0) return;
  const [then = '', otherwise] = rest
    .slice(at)
    .replace(/\s*(?:END[ _]?IF|FI)$/iu, '')
    .split(/\s*[,;]?\s*(?<![\p{L}\p{N}_])(?:ELSE|OTHERWISE)(?![\p{L}\p{N}_])[\s:,]*/iu);
  const inner = { ...context, open: [...context.open, 'IF' as const] };
  const [first] = statementMeanings(then, masked, inner);
  const [second] = otherwise === undefined ? [] : statementMeanings(otherwise, masked, inner);
  if (first === undefined || (otherwise !== undefined && second === undefined)) return;
  const body = [...first.map(indented), ...(second === undefined ? [] : ['ELSE', ...second.map(indented)])];
  const end = context.hasSpareEndIf && !/(?:END[ _]?IF|FI)$/iu.test(rest) ? [] : ['END_IF'];
  for (const line of arrangementsOf('IF', { ...masked, text: rest.slice(0, at) })) {
    yield [masked.unmask(line), ...body, ...end];
  }
}

/** `SKIP IF A = 1`, `OUTPUT "a.csv" IF A = 1` */
const SUFFIXED = like`^([\p{L}_]+(?:\s+${TEXT})?)\s+(IF|WHEN|WENN|SI|UNLESS)\s+(.+)$`;

function* suffixMeanings(text: string, masked: MaskedLine, context: LineContext): Generator<Meaning> {
  const [, statement, word, condition] = SUFFIXED.exec(text) ?? [];
  if (statement === undefined || word === undefined || condition === undefined) return;
  // `Finish when ready` is a comment.
  const isOneWord = /^\p{Ll}+$/u.test(condition);
  if (isOneWord && !context.names.has(foldName(condition))) return;
  const [inner] = statementMeanings(statement, masked, { ...context, open: [...context.open, 'IF'] });
  if (inner === undefined) return;
  const command = meantBy(word, COMMAND_SYNONYMS) ?? 'IF';
  for (const line of arrangementsOf(command, { ...masked, text: condition })) {
    yield [masked.unmask(line), ...inner.map(indented), 'END_IF'];
  }
}

const indented = (line: string): string => `  ${line}`;

/** Readings of a statement within a line: as written if valid, otherwise its possible meanings. */
function statementMeanings(written: string, masked: MaskedLine, context: LineContext): Meaning[] {
  const text = written.trim().replace(/;$/, '');
  const [first = ''] = text.split(/\s/);
  const whole = masked.unmask(text);
  if (COMMAND_WORDS.has(first) && diagnosticsOf(whole).length === 0) return [[whole]];
  return [...maskedMeanings({ ...masked, text }, context)];
}
