import type { Fix } from './diagnostic.js';

/** The text with a fix's edits made. `from` is the offset at which the text begins in its script. */
export function applyFix(text: string, fix: Fix, from = 0): string {
  const edits = [...fix.edits].sort((left, right) => right.range.start.offset - left.range.start.offset);
  return edits.reduce(
    (result, { range, newText }) =>
      result.slice(0, range.start.offset - from) + newText + result.slice(range.end.offset - from),
    text,
  );
}
