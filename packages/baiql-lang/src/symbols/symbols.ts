import type { Range } from '../source/position.js';

export type SymbolKind = 'variable' | 'column' | 'built-in' | 'input' | 'setting' | 'undefined';

/** An occurrence of a name. */
export interface Occurrence {
  /** The name without braces. */
  readonly range: Range;
  /** Including braces, if any. */
  readonly outer: Range;
  /** Its syntax: `GET name`, `{NAME}`, or a column in a list. */
  readonly form: 'name' | 'placeholder' | 'column';
  /** Its role: sets or reads the name. */
  readonly role: 'definition' | 'reference';
  /** Index of the line in the tree's `lines`. */
  readonly line: number;
}

/** A symbol of the script. */
export interface NameSymbol {
  /** In upper case. */
  readonly name: string;
  /** As first written. */
  readonly written: string;
  readonly kind: SymbolKind;
  readonly occurrences: readonly Occurrence[];
}

/** The symbols of a script, in order of appearance. Plain data. */
export interface SymbolTable {
  readonly names: readonly NameSymbol[];
}

/** The occurrences of a symbol with one role. */
export function occurrencesOf(symbol: NameSymbol, role: Occurrence['role']): readonly Occurrence[] {
  return symbol.occurrences.filter((occurrence) => occurrence.role === role);
}

/** True if a name is read on a line other than those that set it. */
export function isRead(symbol: NameSymbol): boolean {
  const setting = new Set(occurrencesOf(symbol, 'definition').map(({ line }) => line));
  return symbol.occurrences.some(({ role, line }) => role === 'reference' && !setting.has(line));
}
