import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CsvError, type Options, parse, type Parser } from 'csv-parse';
import { layoutOf } from './delimiter.js';
import {
  COUNT_STEP,
  type CountRows,
  createRowAccess,
  makeRow,
  MAX_VALUE_CHARACTERS,
  nameColumns,
  titleNotes,
  type Row,
  type RowRange,
  type RowSource,
} from './row.js';
import { SourceError } from './source-error.js';
import { readBeginning, readText, type TextFile } from './text-file.js';

/** Interval of rows at which file offsets are indexed, so that a resume can skip finished rows. */
const INDEX_STEP = COUNT_STEP;

interface CsvFile {
  readonly file: TextFile;
  readonly options: Options;
  /** Characters before the header that are not part of it (`sep=;`). */
  readonly skip: number;
  /** The line of the header, from 1; records that end above it aren't rows. */
  readonly headerLine: number;
}

interface CsvIndex {
  /** Records above the header. */
  readonly above: number;
  readonly header: readonly string[];
  readonly total: number;
  /** Byte offset of row `k × INDEX_STEP + 1`. Only usable for UTF-8 files. */
  readonly marks: readonly number[];
  readonly notes: readonly string[];
}

/**
 * Opens a csv or tsv file: reads it once to count its rows and index their offsets.
 * @throws SourceError `empty`, `damaged` (an unclosed quote, a row over the limit).
 */
export async function openCsv(
  file: TextFile,
  kind: 'csv' | 'tsv',
  counted: CountRows = () => undefined,
  headerLine = 1,
): Promise<RowSource> {
  const csv = await findLayout(file, kind, headerLine);
  const index = await buildIndex(csv, counted);
  const columns = nameColumns(index.header);
  const rows = (range: RowRange = {}) => readRows(csv, index, columns, range);
  return {
    columns,
    total: index.total,
    notes: index.notes,
    rows,
    ...createRowAccess((from) => rows({ from })),
  };
}

async function findLayout(file: TextFile, kind: 'csv' | 'tsv', headerLine: number): Promise<CsvFile> {
  const beginning = await readBeginning(file);
  const { skip } = layoutOf(beginning, kind);
  // Lines above the header may have other delimiters, or none.
  const above = beginning.split(/\r\n|\n|\r/u).slice(headerLine - 1);
  const { options } = layoutOf(headerLine === 1 ? beginning : above.join('\n'), kind);
  return { file, options: { ...options, max_record_size: MAX_VALUE_CHARACTERS }, skip, headerLine };
}

async function buildIndex(csv: CsvFile, counted: CountRows): Promise<CsvIndex> {
  let header: readonly string[] | null = null;
  let total = 0;
  const marks: number[] = [];
  const numbers = watchGroupedNumbers();
  let above = 0;
  const countRecord = (record: string[], context: { bytes: number; lines: number }): null => {
    if (header === null && context.lines < csv.headerLine) {
      above += 1;
      return null;
    }
    if (header === null) header = record;
    else total += 1;
    if (total <= MAX_LOOKED_AT) numbers.look(record);
    // The end of this record is the start of the next.
    if (total % INDEX_STEP !== 0) return null;
    marks[total / INDEX_STEP] = context.bytes;
    if (total > 0) counted(INDEX_STEP);
    return null;
  };
  const parser = parse({ ...csv.options, on_record: countRecord });
  pour(csv, parser, null);
  try {
    await finished(parser.resume());
  } catch (error) {
    throw describeFailure(csv.file, total + 1, error);
  }
  const found = header as readonly string[] | null;
  if (found === null) {
    const why = above === 0 ? 'is empty' : `has no row ${csv.headerLine} for its HEADER`;
    throw new SourceError('empty', `${csv.file.name} ${why}.`);
  }
  const start = startOfHeader(csv);
  const notes = [...titleNotes(csv.file.name, found), ...numbers.notes(csv.file.name, found)];
  return { above, header: found, total, marks: marks.map((bytes) => bytes + start), notes };
}

async function* readRows(
  csv: CsvFile,
  index: CsvIndex,
  columns: readonly string[],
  { from = 1, signal }: RowRange,
): AsyncGenerator<Row> {
  const mark = csv.file.encoding === 'utf-8' ? Math.floor((from - 1) / INDEX_STEP) : -1;
  const startByte = index.marks[mark] ?? null;
  // Without an index mark, parsing starts above the header, which is row 0.
  let number = startByte === null ? -1 - index.above : mark * INDEX_STEP;
  const parser = parse(csv.options);
  pour(csv, parser, startByte);
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      signal?.throwIfAborted();
      number += 1;
      if (number >= Math.max(from, 1)) yield makeRow(number, columns, record);
    }
  } catch (error) {
    throw describeFailure(csv.file, number + 1, error);
  }
}

/** Feeds the file to the parser, from a byte offset or (null) from the header. Read errors end the parser. */
function pour(csv: CsvFile, parser: Parser, startByte: number | null): void {
  const input =
    csv.file.encoding === 'utf-8'
      ? createReadStream(csv.file.realPath, { start: startByte ?? startOfHeader(csv) })
      : Readable.from(withoutBeginning(readText(csv.file), csv.skip));
  // The parser's iterator reports errors.
  pipeline(input, parser, () => undefined);
}

function startOfHeader(csv: CsvFile): number {
  return csv.file.bomBytes + csv.skip;
}

async function* withoutBeginning(pieces: AsyncIterable<string>, characters: number): AsyncGenerator<string> {
  let skip = characters;
  for await (const piece of pieces) {
    yield piece.slice(skip);
    skip = Math.max(0, skip - piece.length);
  }
}

function describeFailure(file: TextFile, row: number, error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const reasons: Partial<Record<CsvError['code'], string>> = {
    CSV_QUOTE_NOT_CLOSED: 'a quote (") is opened and never closed',
    CSV_MAX_RECORD_SIZE: `it has over ${MAX_VALUE_CHARACTERS.toLocaleString('en')} characters, or a quote (") is never closed`,
  };
  const reason = reasons[error.code] ?? 'it cannot be read as part of a table';
  return new SourceError('damaged', `${file.name}, row ${row}: ${reason}.`, { cause: error });
}

/** Number of rows examined: a column has one number format. */
const MAX_LOOKED_AT = 1_000;

const DECIMAL_COMMA = /^-?[\d.]*\d,\d{1,2}$/u;
const POINT_ALONE = /^-?[1-9]\d{0,2}\.\d{3}$/u;

/**
 * Detects `1.250` in a column with decimal commas, where the author means a thousand: read as 1.25 it would make
 * calculations silently wrong.
 */
function watchGroupedNumbers() {
  const commas = new Map<number, string>();
  const points = new Map<number, string>();
  return {
    look: (record: readonly string[]): void => {
      for (const [place, cell] of record.entries()) {
        if (POINT_ALONE.test(cell)) points.set(place, cell);
        else if (DECIMAL_COMMA.test(cell)) commas.set(place, cell);
      }
    },
    notes: (file: string, columns: readonly string[]): string[] =>
      [...points].flatMap(([place, point]) => {
        const comma = commas.get(place);
        if (comma === undefined) return [];
        const meant = point.replace('.', '');
        return [
          `${file}: ${columns[place] ?? `column ${place + 1}`} has ${point} beside ${comma}, and ${point} is read as ${Number(point)}. If ${meant} is meant, write it without the period.`,
        ];
      }),
  };
}
