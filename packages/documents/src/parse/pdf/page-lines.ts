import { extentOf } from './extent.js';
import { WIDE } from './join-line.js';
import type { Piece } from './page-pieces.js';

/** Pieces of one line without a wide gap between them, from left to right. */
export interface Segment {
  /** Of its line on the page. */
  readonly line: Line;
  readonly pieces: readonly Piece[];
  readonly left: number;
  readonly right: number;
  readonly characters: number;
}

export interface Line {
  readonly baseline: number;
  readonly height: number;
  readonly pieces: Piece[];
}

/** Baselines of one line differ by at most this part of the smaller height. */
const SAME_LINE = 0.4;
/** Raised and lowered signs are smaller, near a piece of their line, and off by at most this part of its height. */
const RAISED = 0.6;
const RAISED_HEIGHT = 0.85;
const MAX_RAISED_CHARACTERS = 5;
/** Lines are looked up in strips of this many points. */
const STRIP = 10;
const MAX_STRIPS = 5;

/** The lines of a page, from top to bottom. */
export function findLines(pieces: readonly Piece[]): Line[] {
  const strips = new Map<number, Line[]>();
  const lines: Line[] = [];
  const stripOf = (baseline: number): number => Math.floor(baseline / STRIP);
  function nearest({ baseline }: Piece, reach: number, fits: (line: Line) => boolean): Line | undefined {
    const around = Math.min(MAX_STRIPS, Math.ceil(reach / STRIP));
    let best: Line | undefined;
    for (let strip = stripOf(baseline) - around; strip <= stripOf(baseline) + around; strip += 1) {
      for (const line of strips.get(strip) ?? []) {
        const distance = Math.abs(line.baseline - baseline);
        if (distance < Math.abs((best?.baseline ?? Infinity) - baseline) && fits(line)) best = line;
      }
    }
    return best;
  }
  const isOn = (piece: Piece, line: Line): boolean =>
    Math.abs(line.baseline - piece.baseline) <= SAME_LINE * Math.min(line.height, piece.height);
  const isRaised = (piece: Piece, line: Line): boolean =>
    piece.height <= RAISED_HEIGHT * line.height &&
    Math.abs(line.baseline - piece.baseline) <= RAISED * line.height &&
    line.pieces.some(
      ({ left, right }) =>
        piece.left > left - line.height && Math.abs(piece.left - right) < BESIDE * line.height,
    );

  // The tallest first: raised signs find the line they belong to.
  for (const piece of pieces.toSorted((a, b) => b.height - a.height)) {
    const line =
      nearest(piece, SAME_LINE * piece.height, (each) => isOn(piece, each)) ??
      (piece.text.length <= MAX_RAISED_CHARACTERS
        ? nearest(piece, piece.height * 2, (each) => isRaised(piece, each))
        : undefined);
    if (line !== undefined) {
      line.pieces.push(piece);
      continue;
    }
    const begun: Line = { baseline: piece.baseline, height: piece.height, pieces: [piece] };
    lines.push(begun);
    const strip = strips.get(stripOf(piece.baseline));
    if (strip === undefined) strips.set(stripOf(piece.baseline), [begun]);
    else strip.push(begun);
  }
  for (const line of lines) line.pieces.sort((a, b) => a.left - b.left);
  return lines.toSorted((a, b) => b.baseline - a.baseline);
}

const BESIDE = 0.4;

/** A line's parts between wide gaps. */
export function splitLine(line: Line): Segment[] {
  const parts: Piece[][] = [];
  let end = -Infinity;
  for (const piece of line.pieces) {
    if (piece.left - end > WIDE * piece.height) parts.push([piece]);
    else parts.at(-1)?.push(piece);
    end = Math.max(end, piece.right);
  }
  return parts.map((pieces) => ({
    line,
    pieces,
    left: extentOf(pieces.map(({ left }) => left)).least,
    right: extentOf(pieces.map(({ right }) => right)).most,
    characters: pieces.reduce((sum, { text }) => sum + text.length, 0),
  }));
}
