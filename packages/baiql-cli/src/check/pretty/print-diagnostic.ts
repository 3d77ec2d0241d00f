import type { Diagnostic, Fix, Range } from '@promptwell/baiql-lang';
import type { Palette } from './palette.js';
import { printable, visibleWidth, windowAround } from './visible-text.js';

/**
 * Prints a diagnostic in the style of compilers:
 * error[BQ401]: Undefined variable {SCROE} --> essays.baiql:5:18
 * | 5 |   PROMPT "Grade {SCROE}"
 * |                 ^^^^^^^ = try: Change to SCORE
 */
export function printDiagnostic(
  file: string,
  lines: readonly string[],
  { code, severity, message, range, related, fixes }: Diagnostic,
  { paint, columns }: Screen,
): string {
  const places = [range, ...(related ?? []).map((place) => place.range)];
  const gutter = String(places.reduce((last, { start }) => Math.max(last, start.line), 1)).length;
  const view = { gutter, paint, columns };
  const bar = paint.faint(`${' '.repeat(gutter + 2)}|`);
  const printed = [
    `${paint[severity](`${severity}[${code}]`)}${paint.strong(`: ${printable(message)}`)}`,
    `${' '.repeat(gutter + 1)}${paint.faint('-->')} ${printable(file)}:${range.start.line}:${range.start.column}`,
    bar,
    ...printPlace(lines, range, view, paint[severity]),
  ];
  for (const place of (related ?? []).slice(0, MAX_PLACES)) {
    const other = printPlace(lines, place.range, view, paint.faint, place.message);
    for (const line of [bar, ...other]) printed.push(line);
  }
  const others = (related ?? []).slice(MAX_PLACES).map((place) => place.range.start.line);
  if (others.length > 0)
    printed.push(note(view, paint.faint('also:'), `line ${[...new Set(others)].join(', ')}`));
  for (const fix of fixes ?? []) {
    printed.push(note(view, paint.good('try:'), printFix(lines, fix)));
  }
  return `${printed.join('\n')}\n`;
}

/** Ranges beyond this many are listed by line number only. */
const MAX_PLACES = 2;

/** Display options. */
export interface Screen {
  readonly paint: Palette;
  /** Terminal width in columns; null for no limit. */
  readonly columns: number | null;
}

interface Listing extends Screen {
  /** Width of the line numbers in digits. */
  readonly gutter: number;
}

function note({ gutter, paint }: Listing, label: string, text: string): string {
  return `${' '.repeat(gutter + 2)}${paint.faint('=')} ${label} ${text}`;
}

/** The source line of a range, with a marker line below. */
function printPlace(
  lines: readonly string[],
  { start, end }: Range,
  { gutter, paint, columns }: Listing,
  mark: (text: string) => string,
  label = '',
): string[] {
  const line = lines[start.line - 1] ?? '';
  const endColumn = end.line === start.line ? end.column : line.length + 1;
  const view = windowAround(
    line,
    start.column - 1,
    endColumn - 1,
    columns === null ? null : columns - gutter - 4,
  );
  const before = visibleWidth(view.text.slice(0, view.start));
  const width = Math.max(1, visibleWidth(view.text.slice(view.start, view.end)));
  const number = String(start.line).padStart(gutter + 1);
  const underline = mark(`${'^'.repeat(width)}${label === '' ? '' : ` ${label}`}`);
  return [
    `${paint.faint(`${number} |`)} ${printable(view.text)}`,
    `${paint.faint(`${' '.repeat(gutter + 2)}|`)} ${' '.repeat(before)}${underline}`,
  ];
}

/** The title of a fix; if it changes part of one line, also the resulting line, unless the title contains it. */
function printFix(lines: readonly string[], { title, edits }: Fix): string {
  const [edit] = edits;
  if (edit === undefined || edits.length > 1) return title;
  const { start, end } = edit.range;
  const line = lines[start.line - 1];
  const changesPart = end.line === start.line && !/[\r\n]/.test(edit.newText);
  if (line === undefined || !changesPart || title === `Change to ${edit.newText}`) return title;
  const fixed = (line.slice(0, start.column - 1) + edit.newText + line.slice(end.column - 1)).trim();
  return fixed === '' || title.endsWith(fixed)
    ? title
    : `${title}: ${printable(windowAround(fixed, 0, 0).text)}`;
}
