import type { RuleContext } from './rule.js';

/** The names that have a value: those that the script sets or reads, and those of its tables. */
export function knownNames({ symbols, tables }: RuleContext): ReadonlySet<string> {
  const names = new Set(tables.names);
  for (const { name, kind } of symbols.names) if (kind !== 'undefined' && kind !== 'setting') names.add(name);
  return names;
}
