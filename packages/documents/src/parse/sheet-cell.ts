/** A number, or the text a sheet displays. */
export type SheetCell = string | number;

/** A value so far from the others that the empty cells in between would exhaust memory. */
export class FarCellError extends Error {
  override readonly name = 'FarCellError';
  constructor(
    readonly row: number,
    readonly column: number,
  ) {
    super(`The sheet reaches to row ${row} and column ${column}.`);
  }
}

/** From this number on Excel shows 4.00638E+12 in unformatted cells; article numbers must stay complete. */
const LONG_NUMBER = 1e11;

/** Excel shows 15 digits; beyond them a formula leaves noise: 59.970000000000006. */
export function numberCell(value: number): SheetCell {
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(15));
  return Math.abs(shown) < LONG_NUMBER ? shown : String(shown);
}
