import { extentOf } from './extent.js';
import { joinLine } from './join-line.js';
import type { Line, Segment } from './page-lines.js';

/** Fewer lines side by side are not columns of running text. */
const MIN_LINES = 5;
/** Lines across both columns, such as headings. */
const MAX_CROSSING = 0.3;
/** Lines of running text are longer than most cells of tables, and fill their column. */
const MIN_CHARACTERS = 18;
const MIN_IDEOGRAPHS = 9;
const MIN_FILLED = 0.5;
const MAX_CANDIDATES = 30;
/** Edges that differ by less are one. */
const EDGE_POINTS = 3;
const MAX_DEPTH = 4;

/**
 * The lines of a page in the order of reading. Running text in columns is read column by column; the rows of a table
 * stay lines, their columns separated by tabs.
 */
export function readColumns(segments: readonly Segment[], isRightToLeft: boolean, depth = 0): string[] {
  const gutter = depth < MAX_DEPTH ? findGutter(segments) : null;
  if (gutter === null) return linesOf(segments);
  const crossing = segments.filter((segment) => sideOf(segment, gutter) === 'across');
  const ends = [...new Set(crossing.map(({ line }) => line.baseline))].toSorted((a, b) => b - a);
  const lines: string[] = [];
  let above = Infinity;
  for (const end of [...ends, -Infinity]) {
    const band = segments.filter(({ line: { baseline } }) => baseline < above && baseline > end);
    const sides = (['left', 'right'] as const).map((side) =>
      band.filter((segment) => sideOf(segment, gutter) === side),
    );
    for (const side of isRightToLeft ? sides.toReversed() : sides)
      for (const line of readColumns(side, isRightToLeft, depth + 1)) lines.push(line);
    // With what stands beside them on their line.
    for (const line of linesOf(segments.filter((segment) => segment.line.baseline === end))) lines.push(line);
    above = end;
  }
  return lines;
}

type Side = 'left' | 'right' | 'across';

function sideOf({ left, right }: Segment, gutter: number): Side {
  if (right <= gutter) return 'left';
  return left >= gutter ? 'right' : 'across';
}

/** Where a gap runs down between two columns of running text; null if there is none. */
function findGutter(segments: readonly Segment[]): number | null {
  if (segments.length < 2 * MIN_LINES) return null;
  let best: { gutter: number; score: number } | null = null;
  for (const gutter of candidates(segments)) {
    const left = segments.filter((segment) => sideOf(segment, gutter) === 'left');
    const right = segments.filter((segment) => sideOf(segment, gutter) === 'right');
    const across = segments.length - left.length - right.length;
    if (across > MAX_CROSSING * segments.length) continue;
    const score = Math.min(left.length, right.length) - 2 * across;
    if (best !== null && score <= best.score) continue;
    if (isRunningText(left) && isRunningText(right) && areSideBySide(left, right)) best = { gutter, score };
  }
  return best?.gutter ?? null;
}

/** Just before the edges where most segments begin. */
function candidates(segments: readonly Segment[]): number[] {
  const counts = new Map<number, number>();
  for (const { left } of segments) {
    const edge = Math.floor(left / EDGE_POINTS);
    counts.set(edge, (counts.get(edge) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_CANDIDATES)
    .map(([edge]) => edge * EDGE_POINTS - 1);
}

function isRunningText(side: readonly Segment[]): boolean {
  if (new Set(side.map(({ line }) => line)).size < MIN_LINES) return false;
  const isIdeographic = /[\p{sc=Han}\p{sc=Hiragana}]/u.test(side[0]?.pieces[0]?.text ?? '');
  const least = isIdeographic ? MIN_IDEOGRAPHS : MIN_CHARACTERS;
  const width = extentOf(side.map(({ right }) => right)).most - extentOf(side.map(({ left }) => left)).least;
  const isLong = ({ characters, left, right }: Segment): boolean =>
    characters >= least && right - left >= MIN_FILLED * width;
  return side.filter(isLong).length > side.length / 2;
}

function areSideBySide(left: readonly Segment[], right: readonly Segment[]): boolean {
  const [a, b] = [left, right].map((side) => extentOf(side.map(({ line }) => line.baseline)));
  if (a === undefined || b === undefined) return false;
  const shared = Math.min(a.most, b.most) - Math.max(a.least, b.least);
  return shared > Math.min(a.most - a.least, b.most - b.least) / 2;
}

/** Segments of one line stay one line. */
function linesOf(segments: readonly Segment[]): string[] {
  const byLine = new Map<Line, Segment[]>();
  for (const segment of segments) {
    const known = byLine.get(segment.line);
    if (known === undefined) byLine.set(segment.line, [segment]);
    else known.push(segment);
  }
  return [...byLine.entries()]
    .toSorted(([a], [b]) => b.baseline - a.baseline)
    .map(([, parts]) => joinLine(parts.flatMap(({ pieces }) => pieces)));
}
