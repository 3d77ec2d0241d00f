/** A transaction by its place and its name. */
export interface LabeledRow {
  batch: number;
  number: number;
  label: string;
}

/** The same row in two runs; null where one of them has no such row. */
export interface RowPair {
  a: LabeledRow | null;
  b: LabeledRow | null;
}

export interface PairedRows {
  by: 'label' | 'number';
  pairs: RowPair[];
}

/**
 * Rows of two runs that belong together: by their names where these tell them apart in both, so that a row that was
 * added in between shifts nothing; else by their numbers. In the order of the first run, then what only the second has.
 */
export function pairRows(a: readonly LabeledRow[], b: readonly LabeledRow[]): PairedRows {
  const byLabel = areDistinct(a) && areDistinct(b);
  const keyOf = byLabel ? labelKey : ({ batch, number }: LabeledRow) => `${batch}/${number}`;
  const rest = new Map(b.map((row) => [keyOf(row), row]));
  const pairs: RowPair[] = a.map((row) => {
    const key = keyOf(row);
    const other = rest.get(key) ?? null;
    rest.delete(key);
    return { a: row, b: other };
  });
  for (const row of rest.values()) pairs.push({ a: null, b: row });
  return { by: byLabel ? 'label' : 'number', pairs };
}

const labelKey = ({ batch, label }: LabeledRow): string => `${batch}/${label}`;

const areDistinct = (rows: readonly LabeledRow[]): boolean =>
  rows.every(({ label }) => label !== '') && new Set(rows.map(labelKey)).size === rows.length;
