import { codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { ParsedScript } from '../parsing/parse.js';
import { type FoldingRange, foldingRanges } from '../services/folding-ranges.js';
import { displayedScript, isRedrawn } from './parsed-state.js';

const rangesByScript = new WeakMap<ParsedScript, ReadonlyMap<number, FoldingRange>>();

/** Folding ranges by the end offset of their first line; the longest where several begin. */
function rangesOf(parsed: ParsedScript): ReadonlyMap<number, FoldingRange> {
  const known = rangesByScript.get(parsed);
  if (known !== undefined) return known;
  const ranges = new Map<number, FoldingRange>();
  for (const found of foldingRanges(parsed)) {
    const { start, end } = found.range;
    if ((ranges.get(start.offset)?.range.end.offset ?? 0) < end.offset) ranges.set(start.offset, found);
  }
  rangesByScript.set(parsed, ranges);
  return ranges;
}

export const folding: Extension = [
  foldService.of((state, _lineStart, lineEnd) => {
    const { parsed, since } = displayedScript(state);
    const found = rangesOf(parsed).get(since?.invertedDesc.mapPos(lineEnd) ?? lineEnd);
    if (found === undefined) return null;
    const end = found.range.end.offset;
    return { from: lineEnd, to: since?.mapPos(end) ?? end };
  }),
  codeFolding(),
  foldGutter({ foldingChanged: isRedrawn }),
  keymap.of(foldKeymap),
];
