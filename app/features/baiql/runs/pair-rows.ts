/** A transaction's place and label. */
export interface LabeledRow {
  batch: number;
  number: number;
  label: string;
}

/** The same row in two runs; null if one run lacks it. */
export interface RowPair {
  a: LabeledRow | null;
  b: LabeledRow | null;
}

export interface PairedRows {
  by: 'label' | 'number';
  pairs: RowPair[];
}

/**
 * Pairs the rows of two runs: by label if labels are unique in both, so that an inserted row shifts nothing; otherwise
 * by number. Ordered as in the first run, followed by rows only in the second.
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
