import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { replaceFix, report } from '../diagnostics/report.js';
import type { Source } from '../source/source.js';
import { MOST_MISTAKES } from '../vocabulary/limits.js';
import { allParts, COMMAND_ENTRIES } from '../vocabulary/vocabulary.js';
import { endOf, type TextToken, type TokenLine } from './assemble.js';
import { isKnownEscape } from './build-text.js';
import * as t from './tokens.js';

/** What may follow a text or a path on its line, by the command: a missing quote belongs before it. */
const TAILS: ReadonlyMap<string, RegExp> = new Map(
  [...COMMAND_ENTRIES].flatMap(([command, { takes }]) => {
    const parts = allParts(takes);
    const leading = parts.flatMap((part) =>
      part.part === 'word' && part.words.length === 1 ? part.words : [],
    );
    const alone = parts.flatMap((part) =>
      part.part === 'flag' || (part.part === 'word' && part.words.length > 1) ? part.words : [],
    );
    const options = [
      ...(leading.length > 0 ? [`(?:${leading.join('|')})[ \\t]+[^\\s"]+`] : []),
      ...(alone.length > 0 ? [`(?:${alone.join('|')})`] : []),
    ];
    return options.length === 0
      ? []
      : [[command, new RegExp(`(?:[ \\t]+(?:${options.join('|')}))+[ \\t]*$`)]];
  }),
);

/** Nobody writes longer ones, and the expressions take quadratic time for blanks that nothing follows. */
const LONGEST_TAIL = 200;

/** The diagnostic of a text whose closing quote is missing. */
export function unclosedText(source: Source, line: TokenLine, token: TextToken): Diagnostic {
  const { open } = token.payload;
  if (open.tokenType === t.BlockOpen) {
    return report('BQ102', 'Unclosed text block (missing """)', source.range(open.startOffset, endOf(open)));
  }
  const end = endOf(token);
  const lastPart = token.image.slice(-LONGEST_TAIL);
  const tail = TAILS.get(line[0]?.tokenType.name ?? '')?.exec(lastPart);
  const fixAt = tail == null ? end : end - lastPart.length + tail.index;
  const fix = replaceFix('Add the missing "', source.range(fixAt, fixAt), '"');
  const takes = COMMAND_ENTRIES.get(line[0]?.tokenType.name ?? '')?.takes ?? [];
  // In a condition or a value, more than a text may stand after the quote.
  const isWhole =
    !takes.some(({ part }) => part === 'expression') ||
    !/\\"| \+ |[<>=]/.test(source.text.slice(token.startOffset + 1, fixAt));
  const place = source.range(token.startOffset, end);
  return report('BQ101', 'Unclosed text (missing ")', place, { fixes: [isWhole ? fix : null] });
}

/** The diagnostics of a text's backslashes that mean nothing. */
export function unknownEscapes(source: Source, token: TextToken): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const piece of token.payload.pieces) {
    if (found.length >= MOST_MISTAKES) break;
    if (piece.tokenType !== t.Escape || isKnownEscape(piece.image.slice(1))) continue;
    const start = piece.startOffset;
    const fix = replaceFix('Drop the backslash', source.range(start, start + 1), '');
    const place = source.range(start, endOf(piece));
    found.push(report('BQ108', `Unknown escape ${piece.image}`, place, { fixes: [fix] }));
  }
  return found;
}
