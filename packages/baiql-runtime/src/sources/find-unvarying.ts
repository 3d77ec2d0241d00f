import type { UnvaryingColumns } from '@promptwell/baiql-lang';
import type { RowSource } from './row.js';

/** The columns with one value in every row. Reads on only while there may be one: most tables end after two rows. */
export async function findUnvarying(source: RowSource): Promise<UnvaryingColumns> {
  const { columns, total } = source;
  let first: readonly string[] | null = null;
  let same = columns.map((_, index) => index);
  for await (const { values } of source.rows()) {
    first ??= values.map((value) => value.trim());
    const known = first;
    same = same.filter((index) => (values[index] ?? '').trim() === (known[index] ?? ''));
    if (same.length === 0) break;
  }
  if (first === null) return { rows: 0, empty: [], same: [] };
  const values = first;
  const named = (places: readonly number[]): string[] => places.map((place) => columns[place] ?? '');
  return {
    rows: total,
    empty: named(same.filter((place) => (values[place] ?? '') === '')),
    same: named(same),
  };
}
