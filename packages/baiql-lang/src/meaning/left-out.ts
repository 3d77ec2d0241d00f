import { removeLineFix } from '../diagnostics/line-fixes.js';
import type { TextEdit } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import { extensionOf, isLoadable } from '../source/paths.js';
import type { Line } from '../tree/index.js';
import { LIKELY_TYPES } from '../vocabulary/file-kinds.js';
import { commandsOf } from './phrases.js';

/** Lines that say to the engine what it does by itself, and how the script reads without them. */
export interface LeftOut {
  readonly code: 'BQ103' | 'BQ201';
  readonly message: string;
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The command that the first line becomes; null where it is gone, or a comment. */
  readonly command: 'LOAD' | null;
  /** Which lines of the script are read by this, the first included. */
  readonly lines: readonly number[];
}

/** A comment over several lines, or a loop over what the batch goes through by itself. */
export function leftOut(source: Source, lines: readonly Line[], index: number): LeftOut | null {
  const line = lines[index];
  if (line?.kind !== 'unknown') return null;
  return longComment(source, lines, index, line) ?? loopOverRows(source, lines, index, line);
}

const COMMENT_ENDS: Readonly<Record<string, string>> = { '/*': '*/', '<!--': '-->' };
/** A comment that was meant to end rarely goes on for longer. */
const MOST_LINES = 100;

function longComment(
  source: Source,
  lines: readonly Line[],
  index: number,
  { range: { start } }: Line,
): LeftOut | null {
  const [, open = ''] = /^\s*(\/\*|<!--)/.exec(source.lineText(start.line)) ?? [];
  const close = COMMENT_ENDS[open];
  if (close === undefined || source.lineText(start.line).includes(close)) return null;
  const furthest = Math.min(source.lineCount, start.line + MOST_LINES);
  let last = start.line + 1;
  while (last <= furthest && !source.lineText(last).includes(close)) last += 1;
  if (last > furthest || !source.lineText(last).trimEnd().endsWith(close)) return null;
  const inside = lines.flatMap(({ range }, at) =>
    at >= index && range.start.line <= last ? [{ at, end: range.end.line }] : [],
  );
  if (inside.some(({ end }) => end > last)) return null;
  const edits = Array.from({ length: last - start.line + 1 }, (_, count): TextEdit => {
    const number = start.line + count;
    const text = source.lineText(number);
    const said = text.trim().replace(open, '').replace(close, '').replace(/^\*+/, '').trim();
    const indent = text.slice(0, text.length - text.trimStart().length);
    const from = source.lineStart(number);
    return { range: source.range(from, from + text.length), newText: `${indent}# ${said}`.trimEnd() };
  });
  const read = inside.map(({ at }) => at);
  return {
    code: 'BQ103',
    message: 'Comments begin with #',
    title: 'Write #',
    edits,
    command: null,
    lines: read,
  };
}

const FOR_IN = /^FOR\s+\p{L}[\p{L}\p{N}_]*\s+IN(?=\s)(?!\s+RANGE\b)/iu;

/** `FOR EACH STUDENT` … `NEXT`: a batch is done for each of them without being told. */
function loopOverRows(source: Source, lines: readonly Line[], index: number, line: Line): LeftOut | null {
  const text = source.slice(line.range);
  const each = commandsOf(text).find(({ command, rest }) => command === 'EACH' && rest !== '');
  const loop = each === undefined ? FOR_IN.exec(text)?.[0] : text.slice(0, -each.rest.length).trim();
  if (loop === undefined) return null;
  const end = endOfLoop(source, lines, index);
  const load = loadOf(lines, text.slice(loop.length));
  const lineEdit =
    load === null ? removeLineFix(source, line.range).edits : [{ range: line.range, newText: load }];
  const closer = end === null ? undefined : lines[end];
  const { word } = line.command;
  const isUpper = loop === loop.toUpperCase();
  return {
    code: isUpper ? 'BQ201' : 'BQ103',
    message: isUpper
      ? `Unknown command: ${word}`
      : `Expected a command, found ${text.split(/\s/, 1)[0] ?? ''}`,
    title:
      load === null
        ? 'Leave it out: a batch does this for each row, line, or file'
        : `Write ${load}: a batch does this for each of them`,
    command: load === null ? null : 'LOAD',
    edits: [...lineEdit, ...(closer === undefined ? [] : removeLineFix(source, closer.range).edits)],
    lines: end === null ? [index] : [index, end],
  };
}

const LONGEST = 200;
/** The path at the end of `row in csv.reader(open("students.csv")):`. */
const ITERATED = /(?:^|[\s"'(])([^\s"'()]+|(?<=["'])[^"']+)[\s"'):{]*$/;

/** `FOR EACH ROW IN students.csv`: what is gone through, where nothing is loaded yet. */
function loadOf(lines: readonly Line[], rest: string): string | null {
  const isLoaded = lines.some((line) => line.kind === 'load' && line.type?.word !== 'REF');
  if (isLoaded || rest.length > LONGEST) return null;
  const [, path = ''] = ITERATED.exec(rest) ?? [];
  const type = path.endsWith('/') || path.includes('*') ? 'WORK' : LIKELY_TYPES[extensionOf(path)]?.[0];
  // What is neither rows, nor lines, nor files cannot be gone through.
  if (type === undefined || type === 'REF' || !isLoadable(path, type)) return null;
  return `LOAD "${path}" AS ${type}`;
}

function endOfLoop(source: Source, lines: readonly Line[], index: number): number | null {
  let open = 1;
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || line.kind === 'end-batch') return null;
    const [meant] = line.kind === 'unknown' ? commandsOf(source.slice(line.range)) : [];
    if (line.kind === 'loop-start' || meant?.command.startsWith('LOOP') === true) open += 1;
    const closes = line.kind === 'end-loop' || meant?.command === 'END_LOOP' || meant?.command === 'NEXT';
    if (closes && --open === 0) return at;
  }
  return null;
}
