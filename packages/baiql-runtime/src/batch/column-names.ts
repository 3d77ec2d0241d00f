import { nameOfHeader } from '@promptwell/baiql-lang/names';
import type { ColumnNames } from '../interpreter/transaction-input.js';

/** The names by which a script reaches columns: their headers as names, else as they stand, and COL1, COL2 …. */
export function columnNames(headers: readonly string[]): ColumnNames {
  const places = new Map<string, number>();
  for (const [place, header] of headers.entries()) {
    const name = nameOfHeader(header);
    if (name !== '' && !places.has(name)) places.set(name, place);
  }
  return { headers, places };
}
