import type { PlanExpression } from '@promptwell/baiql-lang';
import { parseNumber } from '@promptwell/text/parse-number';
import { evaluate, type Lookup } from '../interpreter/evaluate.js';
import { TransactionError } from '../interpreter/script-error.js';
import { columnNames } from '../interpreter/transaction-input.js';
import { isTrue } from '../interpreter/values.js';
import type { OpenedRows } from './open-source.js';
import { COUNT_STEP, type CountRows, type Row, type RowRange } from './row.js';
import { SourceError } from './source-error.js';

/** Which rows of a source are taken, and in which order. */
export interface RowChoice {
  readonly where?: PlanExpression | undefined;
  /** The place of a column, from 0. */
  readonly sort?: { readonly column: number; readonly descending: boolean } | undefined;
  readonly first?: number | undefined;
  /** The value of a name that is no column. */
  readonly valueOf: Lookup;
}

/** Rows that are put in another order are held in memory. */
const MAX_SORTED_CHARACTERS = 64_000_000;

/**
 * The source with the rows that were chosen, numbered anew from 1. Reads it once through; a row whose condition cannot be
 * told (a text where a number is needed) is kept and fails alone.
 * @throws SourceError `empty` where none is left, `too-large` for more than can be sorted.
 */
export async function chooseRows(
  source: OpenedRows,
  name: string,
  choice: RowChoice,
  counted: CountRows = () => undefined,
): Promise<OpenedRows> {
  const { sort, first = Number.POSITIVE_INFINITY } = choice;
  const taken: number[] = [];
  const problems = new Map<number, string>();
  const held: { row: Row; key: string }[] = [];
  let characters = 0;
  let seen = 0;
  const holds = conditionOf(source, choice);
  for await (const row of source.rows()) {
    seen += 1;
    if (seen % COUNT_STEP === 0) counted(COUNT_STEP);
    const kept = row.problem === undefined ? holds(row) : true;
    if (kept === false) continue;
    if (typeof kept === 'string') problems.set(row.number, kept);
    taken.push(row.number);
    if (sort !== undefined) {
      characters += row.text.length;
      if (characters > MAX_SORTED_CHARACTERS) throw tooLarge(name);
      held.push({ row, key: row.values[sort.column] ?? '' });
    } else if (taken.length >= first) break;
  }
  if (taken.length === 0) throw new SourceError('empty', `No row of ${name} fits WHERE.`);
  const ordered =
    sort === undefined
      ? null
      : held
          .sort(byKey(sort.descending))
          .slice(0, first)
          .map(({ row }) => row);
  const total = ordered?.length ?? Math.min(taken.length, first);

  const numbered = (row: Row, number: number): Row => {
    const problem = problems.get(row.number);
    return { ...row, number, ...(problem === undefined ? {} : { problem }) };
  };

  async function* rows({ from = 1, signal }: RowRange = {}): AsyncGenerator<Row> {
    if (ordered !== null) {
      for (const [index, row] of ordered.entries()) {
        signal?.throwIfAborted();
        if (index + 1 >= from) yield numbered(row, index + 1);
      }
      return;
    }
    let next = Math.max(1, from);
    const start = taken[next - 1];
    if (start === undefined) return;
    for await (const row of source.rows({ from: start, ...(signal === undefined ? {} : { signal }) })) {
      if (row.number !== taken[next - 1]) continue;
      yield numbered(row, next);
      next += 1;
      if (next > total) return;
    }
  }

  return {
    columns: source.columns,
    total,
    fingerprint: source.fingerprint,
    ...(source.formats === undefined ? {} : { formats: source.formats }),
    ...(source.notes === undefined ? {} : { notes: source.notes }),
    rows,
    async row(number) {
      const own = ordered?.[number - 1];
      if (own !== undefined) return numbered(own, number);
      const place = taken[number - 1];
      if (ordered !== null || place === undefined || number > total) return undefined;
      const row = await source.row(place);
      return row && numbered(row, number);
    },
    close: () => source.close(),
  };
}

/** Whether a row is kept, or why that cannot be told. */
function conditionOf({ columns }: OpenedRows, { where, valueOf }: RowChoice): (row: Row) => boolean | string {
  if (where === undefined) return () => true;
  const { places } = columnNames(columns);
  return (row) => {
    const lookup: Lookup = (name) => {
      const place = places.get(name) ?? placeOfNumber(name, columns.length);
      if (place !== undefined) return row.values[place] ?? '';
      if (name === 'LINE') return row.text;
      return name === 'LINENO' ? row.line : valueOf(name);
    };
    try {
      return isTrue(evaluate(where, lookup));
    } catch (error) {
      if (!(error instanceof TransactionError)) throw error;
      return `WHERE: ${error.message}`;
    }
  };
}

function placeOfNumber(name: string, count: number): number | undefined {
  const [, number] = /^COL(\d+)$/u.exec(name) ?? [];
  const place = Number(number) - 1;
  return place >= 0 && place < count ? place : undefined;
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Numbers as numbers and before texts, texts without regard to case; empty ones come last either way, equal ones stay in order. */
export function compareKeys(one: string, other: string, descending: boolean): number {
  const [isEmpty, isOtherEmpty] = [one.trim() === '', other.trim() === ''];
  if (isEmpty || isOtherEmpty) return Number(isEmpty) - Number(isOtherEmpty);
  const [number, otherNumber] = [parseNumber(one), parseNumber(other)];
  let order: number;
  if (number !== null && otherNumber !== null) order = number - otherNumber;
  else if (number !== null || otherNumber !== null) order = number === null ? 1 : -1;
  else order = COLLATOR.compare(one.trim(), other.trim());
  return descending ? -order : order;
}

const byKey =
  (descending: boolean) =>
  (one: { key: string }, other: { key: string }): number =>
    compareKeys(one.key, other.key, descending);

const tooLarge = (name: string): SourceError =>
  new SourceError(
    'too-large',
    `${name} is too large for SORT BY. Sort it in a spreadsheet, or choose fewer rows with WHERE.`,
  );
