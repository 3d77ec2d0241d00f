import { equalKey } from '@promptwell/text/equal-key';
import type { JsonValue } from '../outputs/index.js';

/** One row or line of a source. */
export interface Row {
  /** From 1, counting possible transactions: neither the header nor empty rows. */
  readonly number: number;
  /** `LINENO`: for a line its number in the file, from 1; for a row its number. */
  readonly line: number;
  readonly columns: readonly string[];
  /** One per column; a missing cell is an empty text. */
  readonly values: readonly string[];
  /** The same cells with their types for outputs, if the source has any: JSON numbers, booleans and arrays. */
  readonly cells?: readonly JsonValue[];
  /** The initial `{INPUT}`: `column: value` lines for a row, the line itself for a line. */
  readonly text: string;
  /** Why this row is unusable; only this row fails. */
  readonly problem?: string;
}

/** How a column of a workbook is shown. */
export type ColumnFormat = 'date' | 'percent' | null;

/** Where to begin, and when to stop. */
export interface RowRange {
  /** Number of the first requested row, from 1. */
  from?: number;
  signal?: AbortSignal;
}

/** Called with the number of additional rows counted while a source is opened, about every thousand. */
export type CountRows = (rows: number) => void;

/** Rows between progress reports. */
export const COUNT_STEP = 1_000;

/**
 * An opened source of rows. The number of rows and the columns are known; the rows are read again from the file each
 * time and never held in memory (except xlsx, whose size is limited instead).
 */
export interface RowSource {
  readonly columns: readonly string[];
  readonly total: number;
  /** What the values of its columns are, where a workbook says so; null for others. */
  readonly formats?: readonly ColumnFormat[];
  /** Warnings shown before a run. */
  readonly notes?: readonly string[];
  rows(range?: RowRange): AsyncIterable<Row>;
  /** One row by number. Cheap for increasing numbers; undefined beyond the end. */
  row(number: number): Promise<Row | undefined>;
  /** Closes the file that `row` keeps open. */
  close(): Promise<void>;
}

/** Maximum characters of one value. */
export const MAX_VALUE_CHARACTERS = 2_000_000;

/** A row as text: one `column: value` line each. */
export function rowText(columns: readonly string[], values: readonly string[]): string {
  return columns.map((column, index) => `${column}: ${values[index] ?? ''}`).join('\n');
}

/**
 * Builds a row under a header. Missing cells are empty; additional non-empty cells mean the row does not match its
 * header (a stray separator shifts every value), so it must not be sent.
 */
export function makeRow(number: number, columns: readonly string[], cells: readonly string[]): Row {
  const values = columns.map((_, index) => cells[index] ?? '');
  const row: Row = { number, line: number, columns, values, text: rowText(columns, values) };
  const tooMany = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  if (!tooMany) return row;
  return {
    ...row,
    problem: `The row has ${cells.length} cells, but the first row, which is the header, has ${columns.length}.`,
  };
}

/** Column names from a header's cells: trimmed, empty ones called `COL3`, duplicates `Name_2`. */
export function nameColumns(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const wanted = cell.trim() === '' ? `COL${index + 1}` : cell.trim();
    let name = wanted;
    for (let copy = 2; taken.has(equalKey(name)); copy += 1) name = `${wanted}_${copy}`;
    taken.add(equalKey(name));
    return name;
  });
}

/** Warns if a title above the header was taken for the header. */
export function titleNotes(file: string, header: readonly string[]): string[] {
  const named = header.filter((cell) => cell.trim() !== '').length;
  if (named > 1 || header.length <= 1) return [];
  return [
    `${file} names only 1 of its ${header.length} columns in the first row, which is its header. Delete what stands above the real one.`,
  ];
}

/** Adds access by row number to a reader that starts at a given row; increasing numbers share one pass. */
export function createRowAccess(
  rowsFrom: (from: number) => AsyncIterable<Row>,
): Pick<RowSource, 'row' | 'close'> {
  // Beyond this distance, seeking (if there is an index) is faster than reading on.
  const maxRowsAhead = 5_000;
  let reading: AsyncIterator<Row> | null = null;
  let next = 1;
  let latest: Row | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function stop(): Promise<void> {
    await reading?.return?.();
    reading = null;
  }

  async function read(number: number): Promise<Row | undefined> {
    if (latest?.number === number) return latest;
    if (reading === null || number < next || number > next + maxRowsAhead) {
      await stop();
      reading = rowsFrom(number)[Symbol.asyncIterator]();
      next = number;
    }
    for (;;) {
      const step = await reading.next();
      if (step.done === true) {
        reading = null;
        return undefined;
      }
      next = step.value.number + 1;
      if (step.value.number === number) {
        latest = step.value;
        return latest;
      }
    }
  }

  /** Serialized: concurrent callers share one reader. */
  function runInSlice<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  return { row: (number) => runInSlice(() => read(number)), close: () => runInSlice(stop) };
}
