import { findColumn } from '@promptwell/baiql-lang/names';
import { MAX_JOINED_ROWS, type KeyedRow } from './joins.js';
import type { RowSource } from './row.js';
import { SourceError } from './source-error.js';

/**
 * The keys of a source's rows, for a join: the column that MATCH names (its header in any case, or `COL2`), else the
 * first.
 * @throws SourceError `no-column`, which names the columns there are; `too-large`.
 */
export async function collectKeys(
  source: RowSource,
  name: string,
  matchColumn?: string,
): Promise<KeyedRow[]> {
  if (source.total > MAX_JOINED_ROWS) {
    throw new SourceError(
      'too-large',
      `${name} has more than ${MAX_JOINED_ROWS.toLocaleString('en')} rows to match files with.`,
    );
  }
  const column = matchColumn === undefined ? 0 : findColumn(source.columns, matchColumn);
  if (column === null) {
    throw new SourceError(
      'no-column',
      `${name} has no column ${String(matchColumn)}. It has ${source.columns.join(', ')}.`,
    );
  }
  const keys: KeyedRow[] = [];
  for await (const row of source.rows()) keys.push({ number: row.number, key: row.values[column] ?? '' });
  return keys;
}
