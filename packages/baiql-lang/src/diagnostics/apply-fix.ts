import type { Fix } from './diagnostic.js';

/** Applies a fix's edits to a script. */
export function applyFix(text: string, fix: Fix): string {
  const edits = [...fix.edits].sort((left, right) => right.range.start.offset - left.range.start.offset);
  return edits.reduce(
    (result, { range, newText }) =>
      result.slice(0, range.start.offset) + newText + result.slice(range.end.offset),
    text,
  );
}
