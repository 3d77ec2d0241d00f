/** Sortable values. */
export type SortValue = string | number | bigint | Date | null | undefined;

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** Ascending: numbers and dates by value, strings in natural order ("run 2" before "run 10"), missing values first. */
export function compareValues(one: SortValue, other: SortValue): number {
  if (one == null || other == null) return Number(one != null) - Number(other != null);
  if (typeof one === 'string' || typeof other === 'string')
    return collator.compare(String(one), String(other));
  return one < other ? -1 : one > other ? 1 : 0;
}
