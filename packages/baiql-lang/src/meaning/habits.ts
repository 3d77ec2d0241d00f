import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { ParsedScript } from '../parsing/parse.js';
import { diagnosticsOf } from '../parsing/parse-line.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';

/** A style used throughout a script, such as a semicolon at the end of every line. */
interface Habit {
  readonly message: string;
  readonly title: string;
  /** Minimum number of lines; below it, each line gets a diagnostic of its own. */
  readonly least: number;
  /** Whether at least half of the lines must have it. */
  readonly isMost?: true;
  /** The corrected statement; null if it doesn't show the habit. */
  readonly mend: (statement: string) => string | null;
}

/** A sign at the end of statements. Compared by character: a pattern would be slow on long runs of blanks. */
const atEnds = (sign: string, name: string, least: number, isMost?: true): Habit => ({
  message: `Lines end with ${name}`,
  title: `Remove the ${name}`,
  least,
  ...(isMost === undefined ? {} : { isMost }),
  mend: (statement) => {
    const rest = withoutEnd(statement, sign);
    return rest === statement || (sign === '.' && statement.endsWith('..')) ? null : rest;
  },
});

function withoutEnd(statement: string, sign: string): string {
  let rest = statement;
  while (rest.endsWith(sign)) rest = rest.slice(0, -sign.length).trimEnd();
  return rest;
}

/** A sign between a command and its operands. */
const behindCommands = (
  form: RegExp,
  message: string,
  title: string,
  ending: (statement: string) => string | null = (statement) => statement,
): Habit => ({
  message,
  title,
  least: 3,
  mend: (statement) => {
    const whole = ending(statement);
    const [, word = '', rest = ''] = whole === null ? [] : (form.exec(whole) ?? []);
    const command = word.toUpperCase();
    if (!COMMAND_WORDS.has(command) || command === 'SET' || command === 'GLOBAL') return null;
    return `${command} ${rest.trim()}`.trim();
  },
});

const HABITS: readonly Habit[] = [
  behindCommands(
    /^(?:-\s+)?([A-Za-z_]+)(?:$(?<=^-[^:]*)|\s*:(?![=:]))([^]*)$/,
    'Commands are followed by colons',
    'Remove the colons',
    (statement) => (/^[-\sA-Za-z_]*:$/.test(statement) ? statement : withoutEnd(statement, ':')),
  ),
  behindCommands(
    /^([A-Za-z_]+)\s*\(([^]*)$/,
    'Commands are written as calls',
    'Remove the parentheses',
    (statement) => {
      const call = withoutEnd(statement, ';');
      return call.endsWith(')') ? call.slice(0, -1).trimEnd() : null;
    },
  ),
  behindCommands(/^([A-Za-z_]+)\s*=(?!=)([^]*)$/, 'Commands are followed by =', 'Remove the equals signs'),
  atEnds(';', 'semicolons', 2),
  atEnds(':', 'colons', 2),
  atEnds(',', 'commas', 3, true),
  atEnds('.', 'periods', 3, true),
];

/** The habit as one diagnostic at its first place, with a fix for all places; null if there is none. */
export function findHabit(parsed: ParsedScript): Diagnostic | null {
  return continuedLines(parsed) ?? habitOfStatements(parsed) ?? otherCase(parsed);
}

function habitOfStatements({ source, tree: { lines } }: ParsedScript): Diagnostic | null {
  if (!lines.some(isDoubtful)) return null;
  for (const { message, title, least, isMost, mend } of HABITS) {
    const edits = lines.filter(isDoubtful).flatMap((line): TextEdit[] => {
      const written = statementOf(source, line);
      const newText = mend(written);
      if (newText === null || !isNearer(written, newText)) return [];
      const start = line.range.start.offset;
      return [smallest(source, start, written, newText)];
    });
    const [first] = edits;
    if (first === undefined || edits.length < least) continue;
    if (isMost === true && edits.length * 2 < lines.length) continue;
    return report('BQ104', message, placeOf(source, first), { fixes: [{ title, edits }] });
  }
  return null;
}

const isDoubtful = (line: Line): boolean => line.broken || line.kind === 'unknown';

const statementOf = (source: Source, { range }: Line): string => source.slice(range).trimEnd();

/** Whether a statement becomes valid, or at least begins with a command. */
function isNearer(before: string, after: string): boolean {
  const [word = ''] = /^[A-Za-z_]+/.exec(after) ?? [];
  if (!COMMAND_WORDS.has(word.toUpperCase())) return false;
  return diagnosticsOf(after).length <= diagnosticsOf(before).length;
}

/** Trims the parts of an edit that don't change. */
function smallest(source: Source, start: number, before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let back = 0;
  while (back < shorter - from && before.at(-1 - back) === after.at(-1 - back)) back++;
  const range = source.range(start + from, start + before.length - back);
  return { range, newText: after.slice(from, after.length - back) };
}

/** The range of a diagnostic is never empty. */
function placeOf(source: Source, { range: { start, end } }: TextEdit) {
  return source.range(start.offset, Math.max(end.offset, start.offset + 1));
}

/** The line continuation sign of another language. */
function continuation(line: string): string | null {
  const text = line.trimEnd();
  if (text.endsWith('\\')) return '\\';
  if (/[ \t]_$/.test(text.slice(-2))) return '_';
  return text.endsWith('...') && !text.endsWith('....') ? '...' : null;
}

/** `MODEL "gpt-4o-mini" \` with its options on the next line. */
function continuedLines({ source, tree }: ParsedScript): Diagnostic | null {
  if (!tree.lines.some(isDoubtful)) return null;
  const inside = new Set(
    tree.lines.flatMap(({ broken, range: { start, end } }) =>
      broken ? [] : Array.from({ length: end.line - start.line }, (_, index) => start.line + index),
    ),
  );
  const doubtful = new Set(tree.lines.filter(isDoubtful).map(({ range }) => range.start.line));
  const edits: TextEdit[] = [];
  for (let number = 1; number < source.lineCount; number++) {
    const text = source.lineText(number);
    const next = source.lineText(number + 1);
    const sign = continuation(text);
    const isStatement = doubtful.has(number) || doubtful.has(number + 1);
    if (sign === null || inside.has(number) || !isStatement || next.trim() === '') continue;
    const begun = text.trimEnd().slice(0, -sign.length).trimEnd();
    const from = source.lineStart(number) + begun.length;
    const to = source.lineStart(number + 1) + next.length - next.trimStart().length;
    edits.push({ range: source.range(from, to), newText: ' ' });
  }
  const [first] = edits;
  if (first === undefined) return null;
  const start = first.range.start.offset;
  const sign = continuation(source.lineText(first.range.start.line)) ?? '';
  const from = start + source.text.slice(start).indexOf(sign);
  const message = `A statement ends with its line: ${sign} doesn’t continue it`;
  const title = edits.length === 1 ? 'Join with the next line' : 'Join each with the next line';
  return report('BQ104', message, source.range(from, from + sign.length), { fixes: [{ title, edits }] });
}

/** Minimum number of lines in another case. */
const MIN_LINES = 3;

/** Commands in lower or title case throughout: one warning. */
function otherCase({ source, diagnostics, tree }: ParsedScript): Diagnostic | null {
  const corrected = diagnostics.flatMap(({ code, fixes = [] }) =>
    code === 'BQ106' ? (fixes[0]?.edits ?? []) : [],
  );
  const begun = tree.lines.flatMap((line): TextEdit[] => {
    if (line.kind !== 'unknown') return [];
    const written = statementOf(source, line);
    const [word = ''] = /^[A-Za-z_]+/.exec(written) ?? [];
    const upper = word.toUpperCase();
    if (word === upper || !COMMAND_WORDS.has(upper)) return [];
    if (diagnosticsOf(upper + written.slice(word.length)).some(({ code }) => code !== 'BQ106')) return [];
    const { offset } = line.range.start;
    return [{ range: source.range(offset, offset + word.length), newText: upper }];
  });
  const edits = [...corrected, ...begun].sort(
    (left, right) => left.range.start.offset - right.range.start.offset,
  );
  const [first] = edits;
  const lines = new Set(edits.map(({ range }) => range.start.line));
  if (first === undefined || lines.size < MIN_LINES) return null;
  const message = `Write ${first.newText} in upper case, and the other words of the language`;
  const fixes = [{ title: 'Change all of them to upper case', edits }];
  return report('BQ106', message, source.range(first.range.start.offset, first.range.end.offset), { fixes });
}
