import type { IToken } from 'chevrotain';
import { lex } from '../parsing/lexer.js';
import { Word } from '../parsing/tokens.js';
import { likelyCommands } from '../parsing/unknown-line.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { nameOfHeader } from '../source/names.js';
import { nearest } from '../source/nearest.js';
import { meantBy, OPTION_SYNONYMS } from '../vocabulary/synonyms.js';
import { allParts, COMMAND_ENTRIES, optionsAfter, syntaxOf, wordsIn } from '../vocabulary/vocabulary.js';
import { type LineContext, meaningsOf, type Meaning } from './line-meaning.js';
import { isFiller } from './parts.js';
import { commandsOf } from './phrases.js';

/** A possible correction of a line, not validated yet. */
export interface Candidate {
  readonly title: string;
  /** The replacement and its range in the line. */
  readonly newText: string;
  readonly start: number;
  readonly end: number;
  /** The statements of the line after the replacement. */
  readonly lines: Meaning;
  /** Whether the whole line is rewritten, so that no typo may remain in it. */
  readonly isWhole: boolean;
}

/** An invalid line and the offset of its error. */
export interface WrongLine {
  readonly text: string;
  readonly diagnostic: Diagnostic;
  /** The text that starts another line at the same indent. */
  readonly newLine: string;
}

/** Quotes from word processors and other languages. */
const UNUSUAL_QUOTES = /[“”„«»‘‚`「『]|(?<=^|[\s=(,])'/;

/** Possible corrections of an invalid line, best first: typos, informal wording, then superfluous text. */
export function* candidatesOf(
  wrong: WrongLine,
  context: LineContext,
  typosOnly: boolean,
): Generator<Candidate> {
  const { text, newLine } = wrong;
  const named = withWholeNames(text, context.names);
  if (named !== null) yield named;
  // `LOAD "roster.csv" AS FILE IF POINTS > 5` filters rows, unless an END_IF is waiting for an IF.
  if (/^LOAD\b[^"]*"[^"]*"\s+AS\s+\w+\s+(?:IF|WHEN)\b/i.test(text) && !context.hasSpareEndIf)
    for (const lines of meaningsOf(text, context))
      yield {
        title: titleOf(lines),
        start: 0,
        end: text.length,
        newText: lines.join(newLine),
        lines,
        isWhole: true,
      };
  // An unusual quote is the error, whatever the words around it resemble.
  if (!UNUSUAL_QUOTES.test(text)) yield* typosOf(wrong);
  const shorter = withoutTheRest(wrong);
  for (const lines of typosOnly ? [] : meaningsOf(named?.lines[0] ?? text, context)) {
    const newText = lines.join(newLine);
    if (newText === shorter?.lines[0]) yield shorter;
    else yield { title: titleOf(lines), start: 0, end: text.length, newText, lines, isWhole: true };
  }
  if (UNUSUAL_QUOTES.test(text)) yield* typosOf(wrong);
  yield* partedStatements(wrong, 'open');
  if (shorter !== null) yield shorter;
}

function* typosOf(wrong: WrongLine): Generator<Candidate> {
  yield* withTheMissingQuote(wrong);
  yield* mistypedCommands(wrong);
  yield* mistypedWords(wrong);
  yield* partedStatements(wrong);
  yield* escapedQuotes(wrong);
  yield* withTheMissingParenthesis(wrong);
}

function change(text: string, title: string, start: number, end: number, newText: string): Candidate {
  const lines = [text.slice(0, start) + newText + text.slice(end)];
  return { title, start, end, newText, lines, isWhole: false };
}

const LONGEST_NAME = 4;

/** `IF Sales Q2 > 5`, if the table has a column of that name: SALES_Q2. */
function withWholeNames(text: string, names: ReadonlySet<string>): Candidate | null {
  const command = COMMAND_ENTRIES.get(firstWord(text));
  if (command !== undefined && !allParts(command.syntax).some(({ part }) => OPEN_ENDED.has(part)))
    return null;
  // In a LOAD, only the condition contains names.
  const from = firstWord(text) === 'LOAD' ? text.search(/\bWHERE\b/i) : 0;
  if (from < 0) return null;
  const words = [...text.matchAll(/"(?:\\.|[^"\\])*"?|[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu)];
  const edits: { start: number; end: number; name: string }[] = [];
  for (let first = 1; first < words.length; first++) {
    if ((words[first]?.index ?? 0) < from) continue;
    for (let count = Math.min(LONGEST_NAME, words.length - first); count > 1; count--) {
      const start = words[first]?.index ?? 0;
      const last = words[first + count - 1];
      const end = (last?.index ?? 0) + (last?.[0].length ?? 0);
      const written = text.slice(start, end);
      const name = nameOfHeader(written);
      if (!/^[\p{L}\p{N}_\s-]+$/u.test(written) || !names.has(name)) continue;
      edits.push({ start, end, name });
      first += count - 1;
      break;
    }
  }
  const [first] = edits;
  const last = edits.at(-1);
  if (first === undefined || last === undefined) return null;
  const newText = edits.reduceRight(
    (result, { start, end, name }) => result.slice(0, start) + name + result.slice(end),
    text.slice(0, last.end),
  );
  const title = `Change to ${edits.map(({ name }) => name).join(', ')}`;
  return change(text, title, first.start, last.end, newText.slice(first.start));
}

/** Number of positions at the end of a line tried for a missing quote. */
const MAX_GAPS = 12;

/** `LOAD "Class 9b.csv AS FILE MATCH "Name"`: the missing quote goes where the line becomes valid. */
function* withTheMissingQuote({ text }: WrongLine): Generator<Candidate> {
  const quotes = [...text.matchAll(/(?<!\\)"/g)];
  const takes = syntaxOf(firstWord(text));
  if (quotes.length % 2 === 0 || (quotes.length > 1 && takes[0]?.part !== 'path')) return;
  const opening = quotes[0]?.index ?? 0;
  // In a condition or value, more than a text may follow the quote.
  const isOpenEnded = takes.some(({ part }) => part === 'expression');
  const before = text.slice(0, opening);
  // `PROMPT Say {NAME}"`: the quote ends a text.
  if (quotes.length === 1 && /\S$/.test(before)) {
    const starts = [...before.matchAll(/(?<=\s)(?=\S)/g)].map(({ index }) => index);
    for (const at of isOpenEnded ? starts.slice(-1) : starts.slice(0, MAX_GAPS))
      yield change(text, 'Add the missing "', at, at, '"');
  }
  if (isOpenEnded && /\\"| \+ |[<>=]/.test(text.slice(opening))) return;
  const gaps = [...text.slice(opening).matchAll(/(?<=\S)(?=\s)|(?<=\s)(?=\S)/g)].map(
    ({ index }) => opening + index,
  );
  for (const at of [...(isOpenEnded ? [] : gaps.slice(-MAX_GAPS)), text.length])
    yield change(text, 'Add the missing "', at, at, '"');
}

/** `IF NOT (A = 1 OR B = 2`: with both AND and OR after it, the parenthesis may belong elsewhere. */
function* withTheMissingParenthesis({ text, diagnostic }: WrongLine): Generator<Candidate> {
  if (!diagnostic.message.endsWith('requires a closing )')) return;
  if (text.includes(' AND ') && text.includes(' OR ')) return;
  yield change(text, 'Add the missing )', text.length, text.length, ')');
}

/** `PROMTP "x"`, `SETTONE = 1`, `END BATCH`. */
function* mistypedCommands({ text, diagnostic }: WrongLine): Generator<Candidate> {
  const { code, range } = diagnostic;
  if (code !== 'BQ201' && code !== 'BQ103') return;
  const { offset: end } = range.end;
  const written = text.slice(0, end);
  const [meant] = commandsOf(text);
  for (const command of /\s/.test(written) ? [written.replace(/\s+/, '_')] : likelyCommands(written)) {
    // A word in the table of synonyms only resembles another command.
    if (meant !== undefined && meant.command !== command) continue;
    const isGlued = written.startsWith(command);
    const parted = `${command} ${written.slice(command.length)}`;
    for (const whole of isGlued ? [command, parted] : [command])
      yield change(text, `Change to ${whole}`, 0, end, whole);
  }
}

/** `LOAD "x.csv" SA FILE`. */
function* mistypedWords({ text }: WrongLine): Generator<Candidate> {
  const options = wordsIn(syntaxOf(firstWord(text))).flatMap(({ words }): readonly string[] => words);
  for (const { tokenType, image, startOffset } of lex(text).tokens.slice(1)) {
    const near = tokenType === Word ? nearest(image, options) : null;
    const meant = meantBy(image, OPTION_SYNONYMS);
    if (near === null || (meant !== null && meant !== near)) continue;
    yield change(text, `Change to ${near}`, startOffset, startOffset + image.length, near);
  }
}

/** `PROMPT "x" RUN`, `PROMPT "x" RUN OUTPUT "o.csv"`. */
function* partedStatements({ text, diagnostic, newLine }: WrongLine, does?: 'open'): Generator<Candidate> {
  const restarts = lex(text)
    .tokens.slice(1)
    .filter((token) => {
      const isLater = COMMAND_ENTRIES.get(token.image)?.block?.does === 'open' && does !== 'open';
      // `LOAD … LIMIT 20` may be a rate on its own line, or a number of rows as in SQL.
      const isCount = firstWord(text) === 'LOAD' && token.image.toUpperCase() === 'LIMIT';
      return token.startOffset >= diagnostic.range.start.offset && isRestart(token) && !isLater && !isCount;
    });
  if (restarts.length === 0) return;
  for (const at of [...restarts.map((token) => [token]), restarts]) {
    const starts = [0, ...at.map(({ startOffset }) => startOffset)];
    const lines = starts.map((start, index) => text.slice(start, starts[index + 1]).replace(/[\s;,]+$/, ''));
    const [before = '', ...after] = lines;
    const title = `Put ${after.length > 1 ? 'each statement' : (at[0]?.image ?? '')} on a line of its own`;
    const newText = newLine + after.join(newLine);
    yield { title, start: before.length, end: text.length, newText, lines, isWhole: false };
  }
}

const OPTION_WORDS = new Set(
  [...COMMAND_ENTRIES.keys()].flatMap((command) => optionsAfter(command).map(({ word }) => word)),
);

const RESTARTING: ReadonlySet<string> = new Set(
  [...COMMAND_ENTRIES].flatMap(([word, { syntax, block }]) => {
    const isWhole = syntax.length > 0 || block?.does === 'open' || block?.does === 'close';
    return isWhole && !OPTION_WORDS.has(word) ? [word] : [];
  }),
);

/** Whether a second statement begins at this token, as after a lost line break; some commands are also options. */
function isRestart({ tokenType, image }: IToken): boolean {
  return image === tokenType.name && RESTARTING.has(image);
}

/** `"She said "yes" to me"`: the inner quotes need a backslash. */
function* escapedQuotes({ text, diagnostic }: WrongLine): Generator<Candidate> {
  const index = text.indexOf('"') + 1;
  const inner = text.slice(index, Math.max(index, text.lastIndexOf('"')));
  // Quotes inside braces were meant as a name; a sign that separates or joins texts isn't inside one.
  const isInside = /^"[^\s",;.+&]/.test(text.slice(diagnostic.range.start.offset - 1));
  if (diagnostic.code !== 'BQ104' || /\{\w*"[^":]*"?\}/.test(inner) || !isInside) return;
  const escaped = inner.replace(/\\.|"/g, (found) => (found === '"' ? '\\"' : found));
  const title = 'Put a backslash before the quotes inside the text';
  yield change(text, title, index, index + inner.length, escaped);
}

const OPEN_ENDED: ReadonlySet<string> = new Set(['name', 'reads', 'expression']);

/** Not offered if the removed text may hold the only use of a name: that would replace one error with another. */
function withoutTheRest({ text, diagnostic }: WrongLine): Candidate | null {
  const { start, end } = diagnostic.range;
  const rest = text.slice(start.offset, end.offset);
  const before = text.slice(0, start.offset).trimEnd();
  // Where names and values are expected, superfluous text may be intended, as may what follows a number.
  const takes = allParts(syntaxOf(firstWord(text)));
  const isOpenEnded = takes.some(({ part }) => OPEN_ENDED.has(part)) && !/^[^\w"]+$/.test(rest);
  // `LIMIT 10 ROWS` isn't ten per minute, as in SQL; `1k`, `500ms` and rates in other units aren't plain numbers.
  const isGlued = /\d$/.test(text.slice(0, start.offset)) && /^\p{L}/u.test(rest);
  if (isGlued || (firstWord(text) === 'LIMIT' && /\d$/.test(before) && /^\p{L}/u.test(rest))) return null;
  const isHalf = rest !== ')' && /\d$/.test(before) && (!/^\w/.test(rest) || /^ROWS?$/i.test(rest));
  // More than one word carries meaning: `SKIP UNLESS SCORE < 3`.
  const isEmpty = /^(?:[\p{L}_]+|[^\p{L}\d{+&]+)$/u.test(rest);
  // `OUTPUT AS EXCEL`: AS isn't a path.
  const isCut = isFiller(/^\w+\s+(\S+)$/.exec(before)?.[1] ?? '');
  if (diagnostic.code !== 'BQ104' || !isEmpty || isOpenEnded || isHalf || isCut) return null;
  return change(text, 'Remove it', before.length, end.offset, '');
}

/** The first word of a line. */
export function firstWord(line: string): string {
  return /^\s*(\w+)/.exec(line)?.[1] ?? '';
}

const LONGEST_TITLE = 60;

function titleOf([first = '', ...more]: Meaning): string {
  const shown = first.split('\n', 1)[0] ?? '';
  const cut = shown.length > LONGEST_TITLE ? `${shown.slice(0, LONGEST_TITLE)}…` : shown;
  return `Write ${cut}${more.length > 0 || cut !== first ? ' …' : ''}`;
}
