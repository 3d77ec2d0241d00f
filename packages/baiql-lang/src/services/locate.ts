import type { Token } from '../parsing/public-tokens.js';
import type { Range } from '../source/position.js';
import type { NameSymbol, Occurrence, SymbolTable } from '../symbols/symbols.js';
import type { Line } from '../tree/lines.js';

/** True if an offset is in a range or at one of its ends. */
export function touches(range: Range, offset: number): boolean {
  return range.start.offset <= offset && offset <= range.end.offset;
}

/** A name at the requested offset. */
export interface NameAt {
  readonly symbol: NameSymbol;
  readonly occurrence: Occurrence;
}

/** The name at an offset; null if there is none. */
export function nameAt(symbols: SymbolTable, offset: number): NameAt | null {
  for (const symbol of symbols.names) {
    const occurrence = symbol.occurrences.find(({ outer }) => touches(outer, offset));
    if (occurrence !== undefined) return { symbol, occurrence };
  }
  return null;
}

/** The token at an offset; between two adjacent ones, the later. */
export function tokenAt(tokens: readonly Token[], offset: number): Token | null {
  const token = tokens.findLast(({ start }) => start <= offset);
  return token !== undefined && offset <= token.end ? token : null;
}

/** The statement at an offset or on its line; null on empty lines and comments. */
export function lineAtOffset(lines: readonly Line[], lineNumber: number, offset: number): Line | null {
  const line = lines.findLast(({ range }) => range.start.offset <= offset);
  return line !== undefined && line.range.end.line >= lineNumber ? line : null;
}
