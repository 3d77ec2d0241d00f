import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import { MOST_MISTAKES } from '../vocabulary/limits.js';
import { endOf, type TextToken } from './assemble.js';
import { isEscapeInPath, isKnownEscape } from './build-text.js';
import * as t from './tokens.js';

/** The diagnostic of a text whose closing quote is missing. */
export function unclosedText(source: Source, token: TextToken): Diagnostic {
  const { open } = token.payload;
  return open.tokenType === t.BlockOpen
    ? report('BQ102', 'Unclosed text block (missing """)', source.range(open.startOffset, endOf(open)))
    : report('BQ101', 'Unclosed text (missing ")', source.range(token.startOffset, endOf(token)));
}

/** The diagnostics of a text's backslashes that mean nothing. In a path one stands between folders: `essays\*.txt`. */
export function unknownEscapes(source: Source, token: TextToken, isPath: boolean): Diagnostic[] {
  const found: Diagnostic[] = [];
  const isKnown = isPath ? isEscapeInPath : isKnownEscape;
  for (const piece of token.payload.pieces) {
    if (found.length >= MOST_MISTAKES) break;
    if (piece.tokenType !== t.Escape || isKnown(piece.image.slice(1))) continue;
    const start = piece.startOffset;
    const backslash = source.range(start, start + 1);
    const fix = isPath
      ? replaceFix('Write /', backslash, '/')
      : replaceFix('Drop the backslash', backslash, '');
    const place = source.range(start, endOf(piece));
    found.push(report('BQ108', `Unknown escape ${piece.image}`, place, { fixes: [fix] }));
  }
  return found;
}
