import type { IToken } from 'chevrotain';
import { applyFix } from '../diagnostics/apply-fix.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { changeToFix, replaceFix, report } from '../diagnostics/report.js';
import { foldName } from '../source/names.js';
import { allNear } from '../source/nearest.js';
import { Source } from '../source/source.js';
import type { Line } from '../tree/lines.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';
import { DEEPEST_NESTING, LONGEST_LINE_PARTS } from '../vocabulary/limits.js';
import { assembleLines, endOf, isTextToken, type TokenLine } from './assemble.js';
import { BUILDERS, wordOf } from './build-line.js';
import { ARGUMENTS, commandOf, type CommandWord } from './commands.js';
import { Draft } from './draft.js';
import { LineParser } from './grammar.js';
import { lex } from './lexer.js';
import { NEEDS } from './needs.js';
import { optionErrors } from './option-errors.js';
import { isRestart, type Stumble, shown, stumbleOf, syntaxError } from './syntax-error.js';
import { isDamaged, unclosedText, unknownEscapes } from './text-errors.js';
import * as t from './tokens.js';

// Making a parser is the costly part of the first parse; one serves for all, since parsing never waits.
let parser: LineParser | null = null;

/** Where the lines of a script and what is wrong with them are gathered. */
export interface LineSink {
  readonly source: Source;
  /** Whether fixes are looked for. */
  readonly suggest: boolean;
  readonly lines: Line[];
  readonly diagnostics: Diagnostic[];
}

/** Past this many mistakes it is no script, and what might have been meant is not looked for. */
const MOST_SUGGESTIONS = 200;

function suggests({ suggest, diagnostics }: LineSink): boolean {
  return suggest && diagnostics.length < MOST_SUGGESTIONS;
}

/** Parses the tokens of one line. Whatever they are, the sink gains at least one line. */
export function parseLine(sink: LineSink, tokens: TokenLine, recovered = false): void {
  const first = tokens[0];
  if (first === undefined) return;
  if (first.tokenType === t.Orphan) {
    orphanLine(sink, first);
    return;
  }
  const command = commandOf(first);
  if (command === null) unknownLine(sink, first, tokens, recovered);
  else commandLine(sink, command, first, tokens, recovered);
}

function commandLine(
  sink: LineSink,
  command: CommandWord,
  first: IToken,
  tokens: TokenLine,
  recovered: boolean,
): void {
  const { source } = sink;
  const draft = new Draft();
  draft.subject = first;
  const stumble = isTooDeep(tokens) ? null : readArguments(source, command, first, tokens, draft);
  const restart = stumble === null ? -1 : restartAt(command, tokens, stumble);
  const own = restart < 0 ? tokens : tokens.slice(0, restart);
  const mistake = mistakeOf(source, tokens, first, stumble);
  // `if they are fair.` is prose, not the beginning of a block.
  if (mistake !== null && first.image !== command && OPENING.has(command)) {
    unknownLine(sink, first, tokens, recovered);
    return;
  }
  if (!recovered) {
    const others = slips(source, own, first, draft);
    if (mistake !== null) {
      sink.diagnostics.push(suggests(sink) ? withMendingFixes(source, tokens, mistake, others) : mistake);
    }
    sink.diagnostics.push(...others);
  }
  const head = {
    range: source.range(first.startOffset, endOf(own.at(-1) ?? first)),
    command: wordOf(source, first),
    broken: mistake !== null,
    recovered,
    mentions: mistake === null ? NO_MENTIONS : DEFINING.has(command) ? wordsIn(source, own) : mentionsOf(own),
  };
  sink.lines.push(BUILDERS[command](source, head, draft));
  if (restart >= 0) parseLine(sink, tokens.slice(restart), true);
}

/** Runs the grammar over what follows the command, and says where it stumbled. */
function readArguments(
  source: Source,
  command: CommandWord,
  first: IToken,
  tokens: TokenLine,
  draft: Draft,
): Stumble | null {
  const rule = ARGUMENTS[command];
  if (rule === null)
    return tokens.length === 1 ? null : { source, line: tokens, at: 1, need: null, subject: first };
  parser ??= new LineParser({ validating: false });
  parser.source = source;
  parser.draft = draft;
  parser.input = tokens.slice(1);
  rule(parser);
  if (command === 'LOAD' && draft.text === null && draft.link !== null) {
    return { source, line: tokens, at: 1, need: NEEDS.loadPath, subject: first };
  }
  const error = parser.errors[0];
  return error === undefined ? null : stumbleOf(source, tokens, draft.subject ?? first, error);
}

/** The one mistake of a line: whatever comes first explains the rest. */
function mistakeOf(
  source: Source,
  tokens: TokenLine,
  first: IToken,
  stumble: Stumble | null,
): Diagnostic | null {
  if (isTooDeep(tokens)) return tooDeep(source, first);
  const index = tokens.findIndex(
    (token) => isTextToken(token) && (token.payload.close === null || isDamaged(token)),
  );
  const unclosed = tokens[index];
  const isFirst = stumble === null || index < stumble.at;
  if (unclosed !== undefined && isTextToken(unclosed) && isFirst)
    return unclosedText(source, tokens, unclosed);
  return stumble === null ? null : syntaxError(stumble);
}

function isTooDeep(tokens: TokenLine): boolean {
  if (tokens.length <= DEEPEST_NESTING) return false;
  if (tokens.length > LONGEST_LINE_PARTS) return true;
  let depth = 0;
  let deepest = 0;
  for (const token of tokens) {
    if (token.tokenType === t.OpenParen) deepest = Math.max(deepest, ++depth);
    else if (token.tokenType === t.CloseParen) depth--;
  }
  return deepest > DEEPEST_NESTING;
}

export function tooDeep(source: Source, place: { startOffset: number; image: string }): Diagnostic {
  const range = source.range(place.startOffset, place.startOffset + place.image.length);
  return report('BQ110', 'Nested too deeply (more than 200 levels)', range);
}

/** What does not keep the line from being understood. */
function slips(source: Source, tokens: TokenLine, first: IToken, draft: Draft): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const token of tokens) {
    if (isTextToken(token)) {
      if (!isPattern(tokens, token)) found.push(...unknownEscapes(source, token));
    } else if (isMiscased(token) && isMeantAsKeyword(token, first, draft)) {
      const word = token.image.toUpperCase();
      const place = source.range(token.startOffset, endOf(token));
      const fixes = [replaceFix(`Change to ${word}`, place, word)];
      found.push(report('BQ106', `Write ${word} in upper case`, place, { fixes }));
    }
  }
  if (draft.words.length + draft.numbers.length + draft.formats.length > 1) {
    found.push(...optionErrors(source, tokens, draft));
  }
  return found;
}

function isMiscased(token: IToken): boolean {
  const type = token.tokenType;
  return type !== t.Word && token.image !== type.name && t.KEYWORD_TYPES.has(type.name);
}

function isMeantAsKeyword(token: IToken, first: IToken, draft: Draft): boolean {
  return (
    token === first ||
    t.isReserved(token.tokenType) ||
    draft.words.includes(token) ||
    draft.numbers.some(({ option }) => option === token) ||
    draft.formats.some(({ option }) => option === token) ||
    draft.subject === token
  );
}

/** Backslashes mean something else in regular expressions. */
function isPattern(tokens: TokenLine, token: IToken): boolean {
  return tokens[0]?.tokenType.name === 'GET' && tokens[tokens.indexOf(token) - 1]?.tokenType.name === 'MATCH';
}

const OPENING = new Set<CommandWord>(['BATCH_START', 'IF', 'LOOP']);
const DEFINING = new Set<CommandWord>(['GET', 'SET', 'GLOBAL']);

/** Where a second statement stands on the same line, as after a lost line end; -1 when there is none. */
function restartAt(command: CommandWord, tokens: TokenLine, stumble: Stumble): number {
  const token = tokens[stumble.at];
  if (token === undefined || stumble.need !== null || command === 'ELSE') return -1;
  return isRestart(token) ? stumble.at : -1;
}

const UPPER_CASE_WORD = /^[A-Z][A-Z0-9_]*$/;

function unknownLine(sink: LineSink, first: IToken, tokens: TokenLine, recovered: boolean): void {
  const { source } = sink;
  const { presumed, written, last, names } = guessCommand(sink, first, tokens);
  const place = source.range(first.startOffset, endOf(last));
  const word = shown(first) + (last === first ? '' : ` ${last.image}`);
  const isUpper = UPPER_CASE_WORD.test(first.image) && first.image.replace(/[^A-Z]/g, '').length >= 3;
  const fixes = suggests(sink) ? mending(source, tokens, [changeToFix(place, written)], []) : [];
  if (!recovered) {
    sink.diagnostics.push(
      isUpper
        ? report('BQ201', `Unknown command: ${word}`, place, { fixes })
        : report('BQ103', `Expected a command, found ${word}`, place, { fixes }),
    );
  }
  const command = { word: first.image.toUpperCase(), range: place };
  const range = source.range(first.startOffset, endOf(tokens.at(-1) ?? first));
  // Any of its words may be a name: only what is certain is said about names elsewhere.
  const mentions = [...wordsIn(source, tokens), ...names];
  sink.lines.push({ kind: 'unknown', range, command, broken: true, recovered, presumed, mentions });
}

/** What a line that begins with no command was probably meant to be. */
interface Guess {
  readonly presumed: string | null;
  /** What its beginning would be written like, up to and with the token `last`. */
  readonly written: string | null;
  readonly last: IToken;
  /** Names that are only there in what was meant. */
  readonly names: readonly string[];
}

function guessCommand(sink: LineSink, first: IToken, tokens: TokenLine): Guess {
  const isWord = first.tokenType === t.Word || t.KEYWORD_TYPES.has(first.tokenType.name);
  const plain = { last: first, names: [] };
  if (!isWord) return { ...plain, presumed: firstCommandIn(sink.source, tokens), written: null };
  const [, second] = tokens;
  const parted = second === undefined ? null : foldName(`${first.image}_${second.image}`);
  if (second !== undefined && parted !== null && COMMAND_WORDS.has(parted)) {
    return { ...plain, presumed: parted, written: parted, last: second };
  }
  const near = suggests(sink) ? nearestCommand(sink.source, first, tokens) : null;
  const joined = near === null ? joinedCommand(first.image) : null;
  if (joined === null) return { ...plain, presumed: near, written: near };
  const rest = first.image.slice(joined.length);
  return { ...plain, presumed: joined, written: `${joined} ${rest}`, names: [foldName(rest)] };
}

/** The command that was probably meant: of those that are near, the first with which the line is sound. */
function nearestCommand(source: Source, first: IToken, tokens: TokenLine): string | null {
  const beginning =
    first.image.length < 3 ? [] : [...COMMAND_WORDS].filter((word) => word.startsWith(first.image));
  if (beginning.length > 1) return null;
  const near = [...beginning, ...allNear(first.image, COMMAND_WORDS)];
  const place = source.range(first.startOffset, endOf(first));
  const sound = near.find((word) => mending(source, tokens, [changeToFix(place, word)], []).length > 0);
  return sound ?? near[0] ?? null;
}

function withMendingFixes(
  source: Source,
  tokens: TokenLine,
  mistake: Diagnostic,
  others: readonly Diagnostic[],
): Diagnostic {
  const { fixes, ...rest } = mistake;
  if (fixes === undefined) return mistake;
  const kept = mending(source, tokens, fixes, others);
  return kept.length === 0 ? rest : { ...rest, fixes: kept };
}

/** Those fixes after which the line by itself has no mistake that it does not have now. */
function mending(
  source: Source,
  tokens: TokenLine,
  fixes: readonly (Fix | null)[],
  others: readonly Diagnostic[],
): Fix[] {
  const start = tokens[0]?.startOffset ?? 0;
  const end = endOf(tokens.at(-1) ?? { startOffset: start, image: '' });
  const text = source.text.slice(start, end);
  const left = others.map(sayingOf);
  return fixes.filter((fix): fix is Fix => {
    if (fix === null) return false;
    const line = applyFix(text, fix, start);
    return diagnosticsOf(line).every((diagnostic) => left.includes(sayingOf(diagnostic)));
  });
}

function sayingOf({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

/** What the grammar says of a text that is lexed and parsed by itself. */
export function diagnosticsOf(text: string): Diagnostic[] {
  const sink: LineSink = { source: new Source(text), suggest: false, lines: [], diagnostics: [] };
  for (const tokens of assembleLines(text, lex(text).tokens)) parseLine(sink, tokens);
  return sink.diagnostics;
}

/** The command that a line begins with, but for the quotes and the like before it. */
function firstCommandIn(source: Source, tokens: TokenLine): string | null {
  const start = tokens[0]?.startOffset ?? 0;
  const word = /^[^A-Za-z\r\n]*([A-Z_]+)/.exec(source.text.slice(start, start + 200))?.[1];
  return word !== undefined && COMMAND_WORDS.has(word) ? word : null;
}

/** The command at the beginning of a word, as in `SETTONE`, where a blank was lost. */
function joinedCommand(word: string): string | null {
  let longest: string | null = null;
  for (const command of COMMAND_WORDS) {
    const isLonger = longest === null || command.length > longest.length;
    if (isLonger && word.length > command.length && word.startsWith(command)) longest = command;
  }
  return longest;
}

/** Prose up to a closing `"""`: one mistake, said where the prose ends. */
function orphanLine({ source, lines, diagnostics }: LineSink, token: IToken): void {
  const { startOffset: start, image } = token;
  const at = start + image.lastIndexOf('"""');
  const place = source.range(at, at + 3);
  diagnostics.push(report('BQ103', 'Expected a command, found """', place));
  const range = source.range(start, start + image.length);
  const command = { word: '"""', range: place };
  const mentions = wordsOf(image);
  lines.push({
    kind: 'unknown',
    range,
    command,
    broken: true,
    recovered: false,
    presumed: 'PROMPT',
    mentions,
  });
}

const NO_MENTIONS: readonly string[] = [];

/** Every name that a line which is not understood may read or set. */
function mentionsOf(tokens: TokenLine): string[] {
  const names: string[] = [];
  for (const token of tokens.slice(1)) {
    if (isTextToken(token)) {
      for (const piece of token.payload.pieces)
        if (piece.tokenType === t.Placeholder) names.push(foldName(piece.image.slice(1, -1)));
    } else if (token.tokenType === t.Placeholder) names.push(foldName(token.image.slice(1, -1)));
    else for (const word of token.image.matchAll(WORDS)) names.push(foldName(word[0]));
  }
  return names;
}

/** Every word on a line that may set names: in what is not understood, any of them may be one. */
function wordsIn(source: Source, tokens: TokenLine): string[] {
  const [first] = tokens;
  const last = tokens.at(-1);
  return first === undefined || last === undefined
    ? []
    : wordsOf(source.text.slice(first.startOffset, endOf(last)));
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORDS)].map(([word]) => foldName(word));
}

const WORDS = new RegExp(t.Word.PATTERN instanceof RegExp ? t.Word.PATTERN : /$^/, 'g');
