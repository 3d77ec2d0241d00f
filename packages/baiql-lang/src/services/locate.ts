import type { Token } from '../parsing/public-tokens.js';
import type { Range } from '../source/position.js';
import type { NameSymbol, Occurrence, SymbolTable } from '../symbols/symbols.js';
import type { Line } from '../tree/lines.js';

/** Whether an offset lies in a range or at one of its ends. */
export function touches(range: Range, offset: number): boolean {
  return range.start.offset <= offset && offset <= range.end.offset;
}

/** A name, with the place that was asked about. */
export interface NameAt {
  readonly symbol: NameSymbol;
  readonly occurrence: Occurrence;
}

/** The name at an offset; null when there is none. */
export function nameAt(symbols: SymbolTable, offset: number): NameAt | null {
  for (const symbol of symbols.names) {
    const occurrence = symbol.occurrences.find(({ outer }) => touches(outer, offset));
    if (occurrence !== undefined) return { symbol, occurrence };
  }
  return null;
}

/** The token at an offset; between two that touch, the later one. */
export function tokenAt(tokens: readonly Token[], offset: number): Token | null {
  const token = tokens.findLast(({ start }) => start <= offset);
  return token !== undefined && offset <= token.end ? token : null;
}

/** The statement that an offset lies in, or on the line of; null on empty lines and those of comments. */
export function lineAtOffset(lines: readonly Line[], lineNumber: number, offset: number): Line | null {
  const line = lines.findLast(({ range }) => range.start.offset <= offset);
  return line !== undefined && line.range.end.line >= lineNumber ? line : null;
}
