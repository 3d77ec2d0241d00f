import type { JsonValue } from '../outputs/index.js';

/** One row or line of a source. */
export interface Row {
  /** From 1, counting what can be a transaction: not the header, not empty rows. */
  readonly number: number;
  /** `LINENO`: of a line its place in the file, from 1; of a row its number. */
  readonly line: number;
  readonly columns: readonly string[];
  /** As many as columns; a missing cell is an empty text. */
  readonly values: readonly string[];
  /** The same as outputs have them, where a source knows more than texts: numbers, switches and lists of JSON. */
  readonly cells?: readonly JsonValue[];
  /** What `{INPUT}` begins as: `column: value` lines for a row, the line itself for a line. */
  readonly text: string;
  /** Why this row cannot be worked on; it then fails alone. */
  readonly problem?: string;
}

/** How a column of a workbook is shown. */
export type ColumnFormat = 'date' | 'percent' | null;

/** Where to begin, and when to stop. */
export interface RowRange {
  /** Number of the first row wanted, from 1. */
  from?: number;
  signal?: AbortSignal;
}

/** Told how many rows more have been counted while a source is opened, a thousand or so at a time. */
export type CountRows = (rows: number) => void;

/** Rows between two times of telling. */
export const COUNT_STEP = 1_000;

/**
 * An opened source of rows: how many there are and what columns they have is known; the rows themselves are read again
 * from the file each time and never held (but for xlsx, which is bounded instead).
 */
export interface RowSource {
  readonly columns: readonly string[];
  readonly total: number;
  /** What the values of its columns are, where a workbook says so; null for others. */
  readonly formats?: readonly ColumnFormat[];
  /** What a person should know of it before a run, each a sentence. */
  readonly notes?: readonly string[];
  rows(range?: RowRange): AsyncIterable<Row>;
  /** One row by number. Cheap when the numbers asked for grow; undefined beyond the end. */
  row(number: number): Promise<Row | undefined>;
  /** Ends the reading that `row` keeps open. */
  close(): Promise<void>;
}

/** The largest text that one value may be, in characters. */
export const MAX_VALUE_CHARACTERS = 2_000_000;

/** The text of a row: one `column: value` line each. */
export function rowText(columns: readonly string[], values: readonly string[]): string {
  return columns.map((column, index) => `${column}: ${values[index] ?? ''}`).join('\n');
}

/**
 * A row under a header. Missing cells are empty; further cells that hold something mean that the row does not fit its
 * header (a stray separator shifts every value), so it must not be sent as it is.
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

/** Names for a header's cells: blanks trimmed, empty ones called `COL3`, repeated ones `Name_2`. */
export function nameColumns(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((cell, index) => {
    const wanted = cell.trim() === '' ? `COL${index + 1}` : cell.trim();
    let name = wanted;
    for (let copy = 2; taken.has(name.toUpperCase()); copy += 1) name = `${wanted}_${copy}`;
    taken.add(name.toUpperCase());
    return name;
  });
}

/** A title above the header is taken for it. */
export function titleNotes(file: string, header: readonly string[]): string[] {
  const named = header.filter((cell) => cell.trim() !== '').length;
  if (named > 1 || header.length <= 1) return [];
  return [
    `${file} names only 1 of its ${header.length} columns in the first row, which is its header. Delete what stands above the real one.`,
  ];
}

/** Access by number on top of a way to read on from a number: growing numbers go on with one reading. */
export function createRowAccess(
  rowsFrom: (from: number) => AsyncIterable<Row>,
): Pick<RowSource, 'row' | 'close'> {
  // Past this many rows ahead, starting anew (where there is an index) beats reading on.
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

  /** One at a time: two callers share the one reading. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  return { row: (number) => inTurn(() => read(number)), close: () => inTurn(stop) };
}
