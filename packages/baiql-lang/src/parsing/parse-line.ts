import type { IToken } from 'chevrotain';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import { wordsOf } from '../source/names.js';
import { Source } from '../source/source.js';
import type { Line } from '../tree/lines.js';
import { MAX_NESTING, MAX_LINE_TOKENS, MAX_DIAGNOSTICS } from '../vocabulary/limits.js';
import { COMMAND_ENTRIES } from '../vocabulary/vocabulary.js';
import { assembleLines, endOf, isTextToken, rangeOf, type TokenLine, wordOf } from './assemble.js';
import { lex } from './lexer.js';
import { blankFields, LineParser, type ReadLine } from './line-parser.js';
import { typos } from './typos.js';
import { type ParseFailure, parseFailureOf, syntaxError, unclosedText } from './syntax-error.js';
import * as t from './tokens.js';
import { unknownLine } from './unknown-line.js';

/** Collects the lines of a script and their diagnostics. */
export interface LineSink {
  readonly source: Source;
  readonly lines: Line[];
  readonly diagnostics: Diagnostic[];
}

// Creating a parser dominates the first parse; one instance is shared, since parsing is synchronous.
let parser: LineParser | null = null;

/**
 * Parses the tokens of lines. The sink receives at least one line for each. Returns false if there were too many errors
 * and the rest was skipped.
 */
export function parseLines(sink: LineSink, lines: readonly TokenLine[]): boolean {
  parser ??= new LineParser({ validating: false });
  const tooDeepLines = new Set(lines.filter(isTooDeep));
  const read = parser.read(
    sink.source,
    lines.map((line) => (tooDeepLines.has(line) ? withoutArguments(line) : line)),
  );
  for (const [index, line] of lines.entries()) {
    const [first] = line;
    const found = read[index];
    if (first === undefined || found === undefined) continue;
    if (sink.diagnostics.length >= MAX_DIAGNOSTICS) {
      const message = 'Too many mistakes: the rest of the script was not checked';
      const place = rangeOf(sink.source, first);
      sink.diagnostics.push(report('BQ111', message, place));
      return false;
    }
    if (COMMAND_ENTRIES.has(first.tokenType.name)) {
      commandLine(sink, first, line, found, tooDeepLines.has(line));
    } else unknownLine(sink, first, line);
  }
  return true;
}

/** A line that is too deeply nested is not parsed. */
function withoutArguments([first]: TokenLine): TokenLine {
  return first === undefined
    ? []
    : [{ ...first, tokenType: t.Other, tokenTypeIdx: t.Other.tokenTypeIdx ?? 0 }];
}

function commandLine(
  sink: LineSink,
  first: IToken,
  tokens: TokenLine,
  read: ReadLine,
  isDeep: boolean,
): void {
  const { source } = sink;
  const { name: command } = first.tokenType;
  const entry = COMMAND_ENTRIES.get(command);
  if (entry === undefined) return;
  const parseFailure =
    read.exception === null ? null : parseFailureOf(source, tokens, read.subject, read.exception);
  const diagnostic = isDeep
    ? report('BQ110', 'Nested too deeply (more than 200 levels)', wordOf(source, first).range)
    : diagnosticOf(source, tokens, parseFailure);
  // `if they are fair.` is prose, not the beginning of a block.
  if (diagnostic !== null && first.image !== command && (entry.block?.does === 'open' || isProse(tokens))) {
    unknownLine(sink, first, tokens);
    return;
  }
  if (diagnostic !== null) sink.diagnostics.push(diagnostic);
  // Errors after the first one on a line are consequences of it.
  const understood = parseFailure === null ? tokens : tokens.slice(0, parseFailure.at);
  for (const slip of typos(source, understood, read)) sink.diagnostics.push(slip);
  const end = endOf(tokens.at(-1) ?? first);
  const line = {
    kind: entry.kind,
    range: source.range(first.startOffset, end),
    command: wordOf(source, first),
    broken: diagnostic !== null,
    // Any of its words may be a name that it sets or reads.
    mentions: diagnostic === null ? NO_MENTIONS : wordsOf(source.text.slice(first.startOffset, end)),
    ...(isDeep ? blankFields(entry.syntax) : read.fields),
  };
  // The fields match the table that the line's type is derived from.
  sink.lines.push(line as unknown as Line);
}

/** The first error of a line; it explains the others. */
function diagnosticOf(
  source: Source,
  tokens: TokenLine,
  parseFailure: ParseFailure | null,
): Diagnostic | null {
  const index = tokens.findIndex((token) => isTextToken(token) && token.payload.close === null);
  const unclosed = tokens[index];
  const isFirst = parseFailure === null || index < parseFailure.at;
  if (unclosed !== undefined && isTextToken(unclosed) && isFirst) return unclosedText(source, unclosed);
  return parseFailure === null ? null : syntaxError(parseFailure);
}

/** True if a line continues with words unknown to the language. */
function isProse(tokens: TokenLine): boolean {
  return tokens.filter(({ tokenType }) => tokenType === t.Word).length >= WORDS_OF_PROSE;
}

const WORDS_OF_PROSE = 3;

const NO_MENTIONS: readonly string[] = [];

/** True if a line has too many tokens, or too deeply nested parentheses, for the parser's stack. */
function isTooDeep(tokens: TokenLine): boolean {
  if (tokens.length > MAX_LINE_TOKENS) return true;
  let depth = 0;
  return tokens.some(({ tokenType }) => {
    if (tokenType === t.OpenParen) depth++;
    else if (tokenType === t.CloseParen) depth--;
    return depth > MAX_NESTING;
  });
}

/** The grammar's verdict on a text that is lexed and parsed in isolation. */
export function diagnosticsOf(text: string): Diagnostic[] {
  const sink: LineSink = { source: new Source(text), lines: [], diagnostics: [] };
  parseLines(sink, assembleLines(text, lex(text).tokens));
  return sink.diagnostics;
}
