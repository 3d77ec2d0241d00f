import { matchColumns } from '@promptwell/baiql-lang/names';
import { MAX_JOINED_ROWS, type KeyedRow } from './joins.js';
import type { RowSource } from './row.js';
import { SourceError } from './source-error.js';

/** The keys of a source's rows, for a join. @throws SourceError as `keyColumn` does; `too-large`. */
export async function collectKeys(
  source: RowSource,
  name: string,
  matchColumn: string | null,
): Promise<KeyedRow[]> {
  if (source.total > MAX_JOINED_ROWS) {
    throw new SourceError(
      'too-large',
      `${name} has more than ${MAX_JOINED_ROWS.toLocaleString('en')} rows to match files with.`,
    );
  }
  const column = keyColumn(source, name, matchColumn);
  const keys: KeyedRow[] = [];
  for await (const row of source.rows()) keys.push({ number: row.number, key: row.values[column] ?? '' });
  return keys;
}

/**
 * The index of the key column: the one MATCH names (its header, ignoring case, or `COL2`), else the first.
 * @throws SourceError `no-column`, which lists the existing columns, or the ambiguous ones.
 */
export function keyColumn(
  { columns }: RowSource,
  name: string,
  matchColumn: string | null,
  word = 'MATCH',
): number {
  const [place, ...others] = matchColumn === null ? [0] : matchColumns(columns, matchColumn);
  if (place !== undefined && others.length === 0) return place;
  const asked = String(matchColumn);
  const fitting = [place ?? 0, ...others].map((each) => columns[each]).join(', ');
  const message =
    place === undefined
      ? `${name} has no column ${asked}. It has ${columns.join(', ')}.`
      : `${word} ${JSON.stringify(asked)} fits several columns of ${name}: ${fitting}. Use the whole header.`;
  throw new SourceError('no-column', message);
}
