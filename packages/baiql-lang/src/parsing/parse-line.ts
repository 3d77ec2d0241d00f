import type { IToken } from 'chevrotain';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { Source } from '../source/source.js';
import { MOST_MISTAKES } from '../vocabulary/limits.js';
import { assembleLines, endOf, isTextToken, type TokenLine } from './assemble.js';
import { BUILDERS, wordOf } from './build-line.js';
import { ARGUMENTS, commandOf, type CommandWord } from './commands.js';
import { Draft } from './draft.js';
import { LineParser } from './grammar.js';
import { lex } from './lexer.js';
import { type LineSink, trialOf } from './line-sink.js';
import { withMendingFixes } from './mending.js';
import { mentionsOf, wordsIn } from './mentions.js';
import { NEEDS } from './needs.js';
import { isTooDeep, tooDeep } from './nesting.js';
import { slips } from './slips.js';
import { isRestart } from './restart.js';
import { type Stumble, stumbleOf, syntaxError } from './syntax-error.js';
import { isDamaged, unclosedText } from './text-errors.js';
import * as t from './tokens.js';
import { orphanLine, unknownLine } from './unknown-line.js';

// Making a parser is the costly part of the first parse; one serves for all, since parsing never waits.
let parser: LineParser | null = null;

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
  const restart = stumble === null ? -1 : restartAt(sink, command, tokens, stumble);
  const own = restart < 0 ? tokens : tokens.slice(0, restart);
  const mistake = mistakeOf(source, tokens, first, stumble);
  // `if they are fair.` is prose, not the beginning of a block.
  if (mistake !== null && first.image !== command && (OPENING.has(command) || isProse(tokens))) {
    unknownLine(sink, first, tokens, recovered);
    return;
  }
  if (!recovered) {
    const others = slips(source, stumble === null ? own : understood(tokens, stumble), first, draft);
    const trial = trialOf(sink);
    if (mistake !== null) {
      const isMendable = trial !== null && mistake.fixes !== undefined;
      sink.diagnostics.push(isMendable ? withMendingFixes(source, trial, tokens, mistake, others) : mistake);
    }
    for (const other of others) sink.diagnostics.push(other);
  }
  const head = {
    range: source.range(first.startOffset, endOf(own.at(-1) ?? first)),
    command: wordOf(source, first),
    broken: mistake !== null,
    recovered,
    mentions:
      mistake === null
        ? NO_MENTIONS
        : DEFINING.has(command) || hasOpenText(own)
          ? wordsIn(source, own)
          : mentionsOf(own),
  };
  sink.lines.push(BUILDERS[command](source, head, draft));
  if (restart < 0) return;
  sink.restarts++;
  parseLine(sink, tokens.slice(restart), true);
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

/**
 * What comes after the mistake is explained by it. So is a text before it, when quotes do not match up: the backslash
 * that was meant for one of them may have been spoiled.
 */
function understood(tokens: TokenLine, { at }: Stumble): TokenLine {
  const before = tokens[at - 1];
  const isSpoiled = before !== undefined && /\\[^"]"$/.test(before.image);
  const isText = before !== undefined && isTextToken(before) && (isSpoiled || hasOpenText(tokens.slice(at)));
  return tokens.slice(0, isText ? at - 1 : at);
}

/** Whether a text on the line has no end, so that it may hold what was meant as names. */
function hasOpenText(tokens: TokenLine): boolean {
  return tokens.some((token) => isTextToken(token) && token.payload.close === null);
}

/** Whether a line goes on with words that mean nothing to the language. */
function isProse(tokens: TokenLine): boolean {
  return tokens.filter(({ tokenType }) => tokenType === t.Word).length >= WORDS_OF_PROSE;
}

const WORDS_OF_PROSE = 3;

const OPENING = new Set<CommandWord>(['BATCH_START', 'IF', 'LOOP']);
const DEFINING = new Set<CommandWord>(['GET', 'SET', 'GLOBAL']);

/** Where a second statement stands on the same line, as after a lost line end; -1 when there is none. */
function restartAt(sink: LineSink, command: CommandWord, tokens: TokenLine, stumble: Stumble): number {
  const token = tokens[stumble.at];
  if (sink.restarts >= MOST_MISTAKES) return -1;
  if (token === undefined || stumble.need !== null) return -1;
  if (command === 'ELSE' && token.tokenType.name !== 'IF') return -1;
  return isRestart(token) ? stumble.at : -1;
}

const NO_MENTIONS: readonly string[] = [];

/** What the grammar says of a text that is lexed and parsed by itself. */
export function diagnosticsOf(text: string): Diagnostic[] {
  // Statements behind another one on their line say nothing, so they are left out.
  const sink: LineSink = {
    source: new Source(text),
    trial: null,
    lines: [],
    diagnostics: [],
    restarts: MOST_MISTAKES,
  };
  for (const tokens of assembleLines(text, lex(text).tokens)) parseLine(sink, tokens);
  return sink.diagnostics;
}
