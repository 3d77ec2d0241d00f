import type { Placeholder, Text } from '../tree/expressions.js';
import { OF_TRANSACTION } from '../vocabulary/names.js';
import { BUILT_IN_WORDS } from '../vocabulary/vocabulary.js';
import type { Scopes } from './scopes.js';

/** Names set outside batches, or by GLOBAL, which exist for the whole run. */
export function runWideNames({ placements }: Scopes): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { line, batch } of placements) {
    if (line.kind !== 'global' && !(line.kind === 'set' && batch === null)) continue;
    if (line.name !== null) names.add(line.name.name);
  }
  return names;
}

/** The placeholders of a text whose values differ between transactions. */
export function transactionPlaceholders(text: Text | null, ofRun: ReadonlySet<string>): Placeholder[] {
  const placeholders = (text?.parts ?? []).flatMap((part) => (part.kind === 'placeholder' ? [part] : []));
  return placeholders.filter(
    ({ name }) => OF_TRANSACTION.has(name) || !(BUILT_IN_WORDS.has(name) || ofRun.has(name)),
  );
}
