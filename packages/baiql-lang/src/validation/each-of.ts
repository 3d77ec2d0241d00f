import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { MOST_MISTAKES } from '../vocabulary/limits.js';

/**
 * What a check says of each of these, in order. Of one kind of mistake no more is told than anybody would read:
 * the rest would cost time and be mended in the same way.
 */
export function eachOf<Item>(
  items: Iterable<Item>,
  check: (item: Item) => readonly Diagnostic[],
): Diagnostic[] {
  const said: Diagnostic[] = [];
  for (const item of items) {
    for (const diagnostic of check(item)) said.push(diagnostic);
    if (said.length >= MOST_MISTAKES) break;
  }
  return said;
}
