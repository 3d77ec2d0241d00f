import { report } from '../diagnostics/report.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import { DEEPEST_NESTING, LONGEST_LINE_PARTS } from '../vocabulary/limits.js';
import type { TokenLine } from './assemble.js';
import * as t from './tokens.js';

/** Whether a line has more parts, or parentheses deeper in each other, than the parser's stack is meant for. */
export function isTooDeep(tokens: TokenLine): boolean {
  if (tokens.length <= DEEPEST_NESTING) return false;
  if (tokens.length > LONGEST_LINE_PARTS) return true;
  let depth = 0;
  let deepest = 0;
  for (const token of tokens) {
    if (token.tokenType === t.OpenParen) deepest = Math.max(deepest, ++depth);
    else if (token.tokenType === t.CloseParen) depth--;
  }
  return deepest > DEEPEST_NESTING;
}

export function tooDeep(source: Source, place: { startOffset: number; image: string }): Diagnostic {
  const range = source.range(place.startOffset, place.startOffset + place.image.length);
  return report('BQ110', 'Nested too deeply (more than 200 levels)', range);
}
