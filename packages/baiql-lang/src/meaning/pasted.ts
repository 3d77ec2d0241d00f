import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { ParsedScript } from '../parsing/parse.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';

/** What came along with a script when it was copied: said once, with all its places in the fix. */
export interface Pasted {
  readonly mistake: Diagnostic;
  readonly edits: readonly TextEdit[];
}

interface Kind {
  readonly message: string;
  readonly title: string;
  /** What is too much at the beginning of a line, and what of all lines must have it. */
  readonly prefix: RegExp;
}

const KINDS: readonly Kind[] = [
  {
    message: 'Lines begin with >, as in a quoted email',
    title: 'Remove the marks',
    prefix: /^[ \t]*(?:>[ \t]?)+/,
  },
  {
    message: 'Lines begin with line numbers',
    title: 'Remove the numbers',
    prefix: /^[ \t]*\d{1,5}(?:[.:)|]|\s*\|)?(?=[ \t]|$)[ \t]?/,
  },
  { message: 'Lines begin with bullets', title: 'Remove the bullets', prefix: /^[ \t]*[•●▪◦‣*+–-][ \t]+/ },
  {
    message: 'Lines begin with a console prompt',
    title: 'Remove the marks',
    prefix: /^[ \t]*(?:\$|>>>|\.\.\.|PS>|C:\\>)[ \t]?/,
  },
];

const FENCE = /^[ \t]*(?:```+|~~~+)[ \t]*[\w-]*[ \t]*$/;

/** Finds what stands around a script, or before each of its lines, and is no part of it. */
export function findPasted({ source, tree }: ParsedScript): Pasted | null {
  // What stands inside of a text block is part of a prompt.
  const inBlocks = new Set(
    tree.lines.flatMap(({ broken, range: { start, end } }) =>
      broken ? [] : Array.from({ length: end.line - start.line }, (_, index) => start.line + index + 1),
    ),
  );
  const outside = Array.from({ length: source.lineCount }, (_, index) => index + 1).filter(
    (line) => !inBlocks.has(line),
  );
  return (
    fences(source, tree.lines, outside) ??
    prefixes(source) ??
    bold(source, outside) ??
    entities(source) ??
    otherBlocks(source, outside)
  );
}

function fences(source: Source, statements: readonly Line[], outside: readonly number[]): Pasted | null {
  const lines = outside.filter((line) => FENCE.test(source.lineText(line)));
  const [first, last, ...more] = lines;
  if (first === undefined || lines.length > 4) return null;
  const place = trimmed(source, first);
  const whole = (from: number, to: number): TextEdit => {
    const isLast = to === source.lineCount;
    const start = isLast && from > 1 ? source.lineEnd(from - 1) : source.lineStart(from);
    const end = isLast ? source.lineEnd(to) : source.lineStart(to + 1);
    return { range: source.range(start, end), newText: '' };
  };
  const isAnswer = last !== undefined && more.length === 0 && isProse(source, statements, first, last);
  const edits = isAnswer
    ? [whole(1, first), whole(last, source.lineCount)]
    : lines.map((line) => whole(line, line));
  const title = isAnswer ? 'Keep only the text between the fences' : 'Remove the fences';
  const fixes = [{ title, edits }];
  const message = `Expected a command, found ${source.slice(place).trim().slice(0, 3)}`;
  return { mistake: report('BQ103', message, place, { fixes }), edits };
}

/** Whether a chat's words stand before or behind the fences, and nothing of the script. */
function isProse(source: Source, statements: readonly Line[], first: number, last: number): boolean {
  const outside = statements.filter(({ range: { start } }) => start.line < first || start.line > last);
  const isComment = (line: number): boolean => source.lineText(line).trimStart().startsWith('#');
  const lines = outside.map(({ range }) => range.start.line);
  return lines.length > 0 && outside.every(({ kind }) => kind === 'unknown') && !lines.some(isComment);
}

function prefixes(source: Source): Pasted | null {
  for (const { message, title, prefix } of KINDS) {
    const edits: TextEdit[] = [];
    let others = 0;
    let commands = 0;
    for (let line = 1; line <= source.lineCount; line++) {
      const text = source.lineText(line);
      const found = prefix.exec(text)?.[0] ?? '';
      if (text.trim() === '') continue;
      if (found === '') {
        others += 1;
        continue;
      }
      if (COMMAND_WORDS.has(/^\s*([A-Za-z_]+)/.exec(text.slice(found.length))?.[1]?.toUpperCase() ?? ''))
        commands += 1;
      const start = source.lineStart(line);
      edits.push({ range: source.range(start, start + found.length), newText: '' });
    }
    const [first] = edits;
    if (first === undefined || edits.length < 3 || others > 0 || commands < 2) continue;
    return { mistake: report('BQ103', message, first.range, { fixes: [{ title, edits }] }), edits };
  }
  return null;
}

/** `**PROMPT** "…"`: the command words of a page in Markdown. */
function bold(source: Source, outside: readonly number[]): Pasted | null {
  const edits: TextEdit[] = [];
  for (const line of outside) {
    const [found, indent = '', word = ''] = /^([ \t]*)\*\*([A-Z_]+)\*\*/.exec(source.lineText(line)) ?? [];
    if (found === undefined || !COMMAND_WORDS.has(word)) continue;
    const start = source.lineStart(line);
    edits.push({ range: source.range(start + indent.length, start + found.length), newText: word });
  }
  const [first] = edits;
  if (first === undefined) return null;
  const fixes = [{ title: 'Remove the asterisks', edits }];
  return { mistake: report('BQ103', 'Commands are wrapped in asterisks', first.range, { fixes }), edits };
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  lt: '<',
  gt: '>',
  amp: '&',
  nbsp: ' ',
  '#34': '"',
  '#39': "'",
};

/** `&quot;` for every quote, as in the source of a web page. */
function entities(source: Source): Pasted | null {
  const found = [...source.text.matchAll(/&(quot|lt|gt|amp|nbsp|#34|#39);/g)];
  if (!found.some(([sign]) => sign === '&quot;' || sign === '&#34;') || source.text.includes('"'))
    return null;
  const edits = found.map(({ 0: sign, 1: name = '', index }) => ({
    range: source.range(index, index + sign.length),
    newText: ENTITIES[name] ?? sign,
  }));
  const [first] = edits;
  if (first === undefined) return null;
  const message = `Unexpected ${source.slice(first.range)}: signs are written as in HTML`;
  const fixes = [{ title: 'Replace with the actual characters', edits }];
  return { mistake: report('BQ104', message, first.range, { fixes }), edits };
}

/**
 * Text blocks in the quotes of a word processor, or of Python: they begin at the end of a line, or end at the beginning
 * of one.
 */
function otherBlocks(source: Source, outside: readonly number[]): Pasted | null {
  const edits: TextEdit[] = [];
  for (const line of outside) {
    const text = source.lineText(line);
    const at = text.search(/[“”„‟«»]{3}|'''/);
    if (at < 0 || (text.slice(0, at).trim() !== '' && text.slice(at + 3).trim() !== '')) continue;
    const start = source.lineStart(line) + at;
    edits.push({ range: source.range(start, start + 3), newText: '"""' });
  }
  const [first] = edits;
  if (first === undefined) return null;
  const { start } = first.range;
  const before = source
    .lineText(start.line)
    .slice(0, start.column - 1)
    .trim();
  const message = `Unexpected ${source.slice(first.range)} after ${before}`;
  const fixes = [{ title: 'Write straight quotes (""")', edits }];
  return { mistake: report('BQ104', message, first.range, { fixes }), edits };
}

function trimmed(source: Source, line: number) {
  const text = source.lineText(line);
  const start = source.lineStart(line) + (text.length - text.trimStart().length);
  return source.range(start, start + text.trim().length);
}
