import type { Range } from '../source/position.js';

export type SymbolKind = 'variable' | 'column' | 'built-in' | 'input' | 'setting' | 'undefined';

/** One place where a name stands. */
export interface Occurrence {
  /** The name alone, without braces. */
  readonly range: Range;
  /** With its braces, where it has them. */
  readonly outer: Range;
  /** How it is written there: `GET name`, `{NAME}`, or a column in a list. */
  readonly form: 'name' | 'placeholder' | 'column';
  /** What it does: sets the name or reads it. */
  readonly role: 'definition' | 'reference';
  /** The line, as an index into the tree's `lines`. */
  readonly line: number;
}

/** Everything known about one name. */
export interface NameSymbol {
  /** In upper case. */
  readonly name: string;
  /** As first written. */
  readonly written: string;
  readonly kind: SymbolKind;
  readonly occurrences: readonly Occurrence[];
}

/** The names of a script, in order of appearance. Plain data. */
export interface SymbolTable {
  readonly names: readonly NameSymbol[];
}

/** The occurrences of a symbol with one role. */
export function occurrencesOf(symbol: NameSymbol, role: Occurrence['role']): readonly Occurrence[] {
  return symbol.occurrences.filter((occurrence) => occurrence.role === role);
}

/** Whether a name is read on a line other than those that set it. */
export function isRead(symbol: NameSymbol): boolean {
  const setting = new Set(occurrencesOf(symbol, 'definition').map(({ line }) => line));
  return symbol.occurrences.some(({ role, line }) => role === 'reference' && !setting.has(line));
}
