import { removeLineFix } from '../diagnostics/line-fixes.js';
import { report } from '../diagnostics/report.js';
import type { Range } from '../source/position.js';
import type { TextEdit } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import { extensionOf, isLoadable } from '../source/paths.js';
import type { Line } from '../tree/index.js';
import { LIKELY_TYPES } from '../vocabulary/file-kinds.js';
import { commentIn, meaningsOf, NO_CONTEXT } from './line-meaning.js';
import { commandsOf } from './phrases.js';
import type { ReadTogether, Together } from './together.js';

const LONGEST_LINE = 2_000;

/** A comment in another language's syntax, a superfluous end, or a loop over what a batch already iterates. */
export const leftOut: ReadTogether = (script, line, index) => {
  const isLoop = line.kind === 'loop-start' && line.broken;
  if (line.kind !== 'unknown' && !isLoop) return null;
  const loop = testedBelow(script, line, index) ?? loopOverRows(script, line, index);
  if (loop !== null || isLoop) return loop;
  return longComment(script, line, index) ?? comment(script, line, index) ?? needlessEnd(script, line, index);
};

const asComment = (place: Range, edits: readonly TextEdit[], others: readonly number[] = []): Together => ({
  diagnostic: report('BQ103', 'Comments begin with #', place),
  title: 'Write #',
  edits,
  others,
});

const comment: ReadTogether = ({ source }, { range: { start, end } }) => {
  const text = source.text.slice(start.offset, source.lineEnd(end.line)).trimEnd();
  const found = text.length > LONGEST_LINE ? null : commentIn(text);
  if (found === null) return null;
  const range = source.range(start.offset, start.offset + text.length);
  const sign = source.range(start.offset, start.offset + found.sign.length);
  return asComment(sign, [{ range, newText: `# ${found.text}`.trimEnd() }]);
};

const COMMENT_ENDS: Readonly<Record<string, string>> = { '/*': '*/', '<!--': '-->' };
/** Maximum number of lines of a comment. */
const MAX_LINES = 100;

const longComment: ReadTogether = ({ source, lines }, { range: { start }, command }, index) => {
  const [, open = ''] = /^\s*(\/\*|<!--)/.exec(source.lineText(start.line)) ?? [];
  const close = COMMENT_ENDS[open];
  if (close === undefined || source.lineText(start.line).includes(close)) return null;
  const furthest = Math.min(source.lineCount, start.line + MAX_LINES);
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
    const content = text.trim().replace(open, '').replace(close, '').replace(/^\*+/, '').trim();
    const indent = text.slice(0, text.length - text.trimStart().length);
    const from = source.lineStart(number);
    return { range: source.range(from, from + text.length), newText: `${indent}# ${content}`.trimEnd() };
  });
  return asComment(
    command.range,
    edits,
    inside.map(({ at }) => at),
  );
};

/** Superfluous ends by the command that they would end. */
const SELF_ENDING: Readonly<Record<string, string>> = {
  END_PROMPT: 'the quotes end the prompt',
  END_STEP: 'a step ends where the next begins',
};

/** `END_PROMPT`, `END_STEP`. */
const needlessEnd: ReadTogether = ({ source }, line) => {
  const [meant] = commandsOf(source.slice(line.range));
  const reason = meant?.rest === '' ? SELF_ENDING[meant.command] : undefined;
  if (reason === undefined) return null;
  return {
    diagnostic: report('BQ201', `Unknown command: ${line.command.word}`, line.command.range),
    title: `Leave it out: ${reason}`,
    edits: removeLineFix(source, line.range).edits,
  };
};

const FOR_IN = /^FOR\s+\p{L}[\p{L}\p{N}_]*\s+IN(?=\s)(?!\s+RANGE\b)/iu;
/** Loops over all rows in other languages: `while not eof`, `rows.forEach(row => {`, `for (const row of rows) {`. */
const OVER_ALL = new RegExp(
  [
    '^(?:LOOP\\s+|DO\\s+)?(?:WHILE|UNTIL)\\s+(?:NOT\\s+|!\\s*)?\\(?(?:\\w+\\.)?(?:F?EOF|END\\s+OF\\s+(?:THE\\s+)?(?:FILE|LIST|TABLE|DATA))\\b',
    '^WHILE\\s+(?:IFS=\\s*)?READ\\b',
    '^[\\p{L}_][\\p{L}\\p{N}_.]*\\.(?:FOREACH|EACH|MAP)\\b',
    '^FOR\\s*\\(\\s*(?:(?:CONST|LET|VAR|\\p{L}+)\\s+)?\\p{L}\\w*\\s+(?:OF|IN)\\s',
    '^FOR\\s*\\(.*\\.(?:LENGTH|SIZE|COUNT)\\b',
    '^FOR\\s+\\p{L}\\w*\\s+IN\\s+RANGE\\s*\\(\\s*LEN\\s*\\(',
    '^LOOP\\s+(?:ALL\\s+|EVERY\\s+|EACH\\s+|THE\\s+)*(?:ROWS?|LINES?|FILES?|RECORDS?|\\{?XACTTOT\\}?|\\{?TOTAL_FILES\\}?)\\s*:?$',
  ].join('|'),
  'iu',
);
/** `["German", "French"]`: a list that isn't a source of the batch. */
const OVER_LIST = /\sIN\s*[[(]/i;

/** `FOR EACH STUDENT` … `NEXT`: a batch iterates by itself. */
const loopOverRows: ReadTogether = ({ source, lines, diagnostics }, line, index) => {
  const text = source.slice(line.range);
  const each = commandsOf(text).find(({ command, rest }) => command === 'EACH' && rest !== '');
  const loop =
    each === undefined
      ? (FOR_IN.exec(text) ?? OVER_ALL.exec(text))?.[0]
      : text.slice(0, -each.rest.length).trim();
  if (loop === undefined || OVER_LIST.test(text)) return null;
  const end = endOfLoop(source, lines, index, text.endsWith('{'));
  const load = loadOf(lines, text.slice(loop.length));
  const lineEdit =
    load === null ? removeLineFix(source, line.range).edits : [{ range: line.range, newText: load }];
  const closer = end === null ? undefined : lines[end];
  const diagnostic = diagnostics.find(({ range }) => range.start.offset === line.range.start.offset);
  if (diagnostic === undefined) return null;
  return {
    diagnostic,
    title:
      load === null
        ? 'Leave it out: a batch does this for each row, line, or file'
        : `Write ${load}: a batch does this for each of them`,
    command: load === null ? null : 'LOAD',
    edits: [...lineEdit, ...(closer === undefined ? [] : removeLineFix(source, closer.range).edits)],
    others: end === null ? [] : [end],
  };
};

/** `REPEAT` … `UNTIL SCORE > 7`, `do {` … `} while (SCORE < 8)`: the condition belongs at the beginning of the loop. */
const testedBelow: ReadTogether = ({ source, lines, diagnostics, isSound }, line, index) => {
  const opened = commandsOf(source.slice(line.range)).find(({ command }) => command === 'LOOP');
  const diagnostic = diagnostics.find(({ range }) => range.start.offset === line.range.start.offset);
  if (opened === undefined || !/^[:{]?$/.test(opened.rest) || diagnostic === undefined) return null;
  for (let at = index + 1; at < index + MAX_LINES; at++) {
    const end = lines[at];
    if (end === undefined || end.kind === 'end-batch') return null;
    const text = source.slice(end.range);
    const isEnd = commandsOf(text.replace(/^\}\s*/, '')).some(({ command }) => command.startsWith('LOOP '));
    if (!isEnd || end.range.start.column !== line.range.start.column) continue;
    const readings = [
      text,
      ...[...meaningsOf(text, NO_CONTEXT)].flatMap((each) => (each.length === 1 ? each : [])),
    ];
    const newText = readings.find((each) => /^LOOP (?:UNTIL|WHILE)\b/.test(each) && isSound(each));
    if (newText === undefined) return null;
    const edits = [
      { range: line.range, newText },
      { range: end.range, newText: 'END_LOOP' },
    ];
    return { diagnostic, title: `Write ${newText} … END_LOOP`, edits, others: [at] };
  }
  return null;
};

const LONGEST = 200;
/** The path at the end of `row in csv.reader(open("students.csv")):`. */
const ITERATED = /(?:^|[\s"'(])([^\s"'()]+|(?<=["'])[^"']+)[\s"'):{]*(?:\bDO)?$/i;

/** `FOR EACH ROW IN students.csv`: a LOAD of the iterated file, if nothing is loaded yet. */
function loadOf(lines: readonly Line[], rest: string): string | null {
  const isLoaded = lines.some((line) => line.kind === 'load' && line.type?.word !== 'REF');
  if (isLoaded || rest.length > LONGEST) return null;
  const [, path = ''] = ITERATED.exec(rest) ?? [];
  const type = path.endsWith('/') || path.includes('*') ? 'WORK' : LIKELY_TYPES[extensionOf(path)]?.[0];
  // Only rows, lines and files can be iterated.
  if (type === undefined || type === 'REF' || !isLoadable(path, type)) return null;
  return `LOAD "${path}" AS ${type}`;
}

const ENDS_LOOP = new Set(['END_LOOP', 'NEXT']);

/** The index of the line that ends the loop: an `END` at its indent, or `}` for a `{`. */
function endOfLoop(source: Source, lines: readonly Line[], index: number, isBraced: boolean): number | null {
  let open = 1;
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || line.kind === 'end-batch') return null;
    const text = source.slice(line.range);
    const [meant] = line.kind === 'unknown' ? commandsOf(text) : [];
    const isBelow = line.range.start.column === lines[index]?.range.start.column;
    const opens = line.kind === 'loop-start' || meant?.command.startsWith('LOOP') === true;
    const closes =
      line.kind === 'end-loop' ||
      ENDS_LOOP.has(meant?.command ?? '') ||
      (isBelow && meant?.command === 'END');
    if ((isBraced ? text.startsWith('}') : closes) && --open === 0) return at;
    if (isBraced ? text.endsWith('{') : opens) open += 1;
  }
  return null;
}
