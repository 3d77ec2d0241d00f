import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import { removeLineFix } from '../diagnostics/line-fixes.js';
import { report } from '../diagnostics/report.js';
import type { ParsedScript } from '../parsing/parse.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';
import { commandsOf } from './phrases.js';

/** Signs that came with a copied script, on any number of its lines. */
interface Kind {
  readonly code: 'BQ103' | 'BQ104';
  readonly message: (sign: string, before: string) => string;
  readonly title: string;
  /** Its first group may capture the blanks before it. */
  readonly sign: RegExp;
  /** The replacement; null if the sign may be intended. */
  readonly meant: (sign: string) => string | null;
  /** Condition on the script. */
  readonly onlyIn?: (script: string) => boolean;
  /** Whether the sign begins every line. */
  readonly isPrefix?: true;
  /** Whether lines broken by a word processor may lack it. */
  readonly isOptionalField?: true;
}

const prefix = (message: string, title: string, sign: RegExp): Kind => ({
  code: 'BQ103',
  message: () => message,
  title,
  sign,
  meant: () => '',
  isPrefix: true,
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&nbsp;': ' ',
  '&#34;': '"',
  '&#39;': "'",
};

const KINDS: readonly Kind[] = [
  prefix('Lines begin with >, as in a quoted email', 'Remove the marks', /^[ \t]*(?:>[ \t]?)+/g),
  {
    ...prefix(
      'Lines begin with line numbers',
      'Remove the numbers',
      /^[ \t]*[([]?\d{1,5}(?:\s*[.:)\]|]+(?=[ \t\p{L}]|$)|(?=[ \t]|$))[ \t]?/gu,
    ),
    isOptionalField: true,
  },
  prefix('Lines begin with bullets', 'Remove the bullets', /^[ \t]*[•●▪◦‣*+–-][ \t]+/g),
  prefix(
    'Lines begin with a console prompt',
    'Remove the marks',
    /^[ \t]*(?:\$|>>>|\.\.\.|PS>|C:\\>)[ \t]?/g,
  ),
  {
    // `**PROMPT** "…"`, `**PROMPT "…"**`: commands set in bold in Markdown.
    code: 'BQ103',
    message: () => 'Commands are wrapped in asterisks',
    title: 'Remove the asterisks',
    sign: /^([ \t]*)\*\*[A-Z_]+(?:|[ \t].*)\*\*/g,
    meant: (sign) => (COMMAND_WORDS.has(/[A-Z_]+/.exec(sign)?.[0] ?? '') ? sign.slice(2, -2) : null),
  },
  {
    code: 'BQ103',
    message: () => 'Commands are wrapped in backticks',
    title: 'Remove the backticks',
    sign: /^([ \t]*)`[A-Z_]+(?:|[ \t][^`]*)`/g,
    meant: (sign) => (COMMAND_WORDS.has(/[A-Z_]+/.exec(sign)?.[0] ?? '') ? sign.slice(1, -1) : null),
  },
  {
    // `&quot;` for every quote, as in HTML source.
    code: 'BQ104',
    message: (sign) => `Unexpected ${sign}: signs are written as in HTML`,
    title: 'Replace with the actual characters',
    sign: /&(?:quot|lt|gt|amp|nbsp|#34|#39);/g,
    meant: (sign) => ENTITIES[sign] ?? null,
    onlyIn: (script) => /&(?:quot|#34);/.test(script) && !script.includes('"'),
  },
  {
    // Text blocks in typographic or Python quotes: at the beginning or end of a line, or after PROMPT.
    code: 'BQ104',
    message: (sign, before) => `Unexpected ${sign} after ${before}`,
    title: 'Write straight quotes (""")',
    sign: /(?:[“”„‟«»]{3}|''')(?:(?<=^\s*(?:PROMPT\s+)?...)|(?=\s*$))/g,
    meant: () => '"""',
  },
];

/** Text or signs copied along with a script, around it or on each line. One diagnostic, with all places in its fix. */
export function findPasted({ source, tree }: ParsedScript): Diagnostic | null {
  // Text blocks are part of a prompt.
  const inBlocks = new Set(
    tree.lines.flatMap(({ broken, range: { start, end } }) =>
      broken ? [] : Array.from({ length: end.line - start.line }, (_, index) => start.line + index + 1),
    ),
  );
  const lines = Array.from({ length: source.lineCount }, (_, index) => index + 1).filter(
    (line) => !inBlocks.has(line),
  );
  const fenced = fences(source, tree.lines, lines);
  if (fenced !== null) return fenced;
  for (const kind of KINDS) {
    if (kind.onlyIn?.(source.text) === false) continue;
    const found = editsOf(source, lines, kind);
    const edits = kind.isPrefix === true ? prefixes(source, lines, found, kind) : found;
    const [first] = edits;
    if (first === undefined) continue;
    const { start } = first.range;
    const before = source.lineText(start.line).slice(0, start.column - 1);
    const message = kind.message(source.slice(first.range), before.trim());
    return report(kind.code, message, first.range, { fixes: [{ title: kind.title, edits }] });
  }
  return null;
}

function editsOf(source: Source, lines: readonly number[], { sign, meant }: Kind): TextEdit[] {
  return lines.flatMap((line) => {
    const text = source.lineText(line);
    // Skip the many lines without the sign.
    if (text.search(sign) < 0) return [];
    return [...text.matchAll(sign)].flatMap(({ index, 0: found, 1: indent = '' }): TextEdit[] => {
      const newText = meant(found.slice(indent.length));
      const at = source.lineStart(line) + index;
      const range = source.range(at + indent.length, at + found.length);
      return newText === null ? [] : [{ range, newText }];
    });
  });
}

/** Edits that remove prefixes from all lines, or only from commands. */
function prefixes(
  source: Source,
  lines: readonly number[],
  edits: readonly TextEdit[],
  { isOptionalField }: Kind,
) {
  const filled = lines.filter((line) => source.lineText(line).trim() !== '');
  const isEvery = edits.length >= 3 && edits.length >= filled.length;
  const commands = edits.filter(({ range: { end } }) => {
    const rest = source.text.slice(end.offset, source.lineEnd(end.line)).trim();
    return commandsOf(rest).some(({ isUpper }) => isUpper || isEvery);
  });
  if (commands.length < 2) return [];
  return isEvery ? edits : isOptionalField === true ? commands : [];
}

const FENCE = /^[ \t]*(?:```+|~~~+)[ \t]*[\w-]*[ \t]*$/;

/** The fences of a chat around a script, with the surrounding text, or anywhere within it. */
function fences(source: Source, statements: readonly Line[], lines: readonly number[]): Diagnostic | null {
  const found = lines.filter((line) => FENCE.test(source.lineText(line)));
  const [first, last, ...more] = found;
  if (first === undefined || found.length > 4) return null;
  const isAnswer = last !== undefined && more.length === 0 && isProse(source, statements, first, last);
  const removed = isAnswer
    ? [[1, first] as const, [last, source.lineCount] as const]
    : found.map((line) => [line, line] as const);
  const edits = removed.flatMap(
    ([from, to]) => removeLineFix(source, source.range(source.lineStart(from), source.lineEnd(to))).edits,
  );
  const title = isAnswer ? 'Keep only the text between the fences' : 'Remove the fences';
  const text = source.lineText(first);
  const start = source.lineStart(first) + text.length - text.trimStart().length;
  const place = source.range(start, start + text.trim().length);
  const message = `Expected a command, found ${text.trim().slice(0, 3)}`;
  return report('BQ103', message, place, { fixes: [{ title, edits }] });
}

/** Whether only prose, and no statement, is outside the fences. */
function isProse(source: Source, statements: readonly Line[], first: number, last: number): boolean {
  const outside = statements.filter(({ range: { start } }) => start.line < first || start.line > last);
  return outside.length > 0 && outside.every(({ kind }) => kind === 'unknown');
}
