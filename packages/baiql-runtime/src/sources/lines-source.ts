import { CsvError } from 'csv-parse';
import { parse as parseCsv } from 'csv-parse/sync';
import { sniffDelimiter } from './delimiter.js';
import {
  COUNT_STEP,
  createRowAccess,
  MAX_VALUE_CHARACTERS,
  type CountRows,
  type Row,
  type RowRange,
  type RowSource,
} from './row.js';
import { SourceError } from './source-error.js';
import { readBeginning, readLines, type TextFile } from './text-file.js';

/** The column names of `LINES_HEADER` or `LINES_NOHEADER`. */
export interface LineColumns {
  readonly names: readonly string[];
  /** True for `LINES_HEADER`: the file's first line is a header. */
  readonly skipFirst: boolean;
}

interface LineLayout {
  readonly file: TextFile;
  readonly columns: readonly string[];
  readonly skipFirst: boolean;
  /** Null if a line is one value. */
  readonly delimiter: string | null;
}

/**
 * Opens a text file as lines. Empty lines are not transactions, but count in `line`. Without column settings a line is
 * one value, in a column called `LINE`.
 * @throws SourceError `empty`.
 */
export async function openLines(
  file: TextFile,
  settings: LineColumns | null,
  counted: CountRows = () => undefined,
): Promise<RowSource> {
  const layout = await findLayout(file, settings);
  let total = 0;
  for await (const line of contentLines(layout, {})) {
    total = line.number;
    if (total % COUNT_STEP === 0) counted(COUNT_STEP);
  }
  if (total === 0) throw new SourceError('empty', `${file.name} has no lines.`);
  const rows = (range: RowRange = {}): AsyncIterable<Row> => readRows(layout, range);
  return { columns: layout.columns, total, rows, ...createRowAccess((from) => rows({ from })) };
}

async function findLayout(file: TextFile, settings: LineColumns | null): Promise<LineLayout> {
  if (settings === null || settings.names.length === 0) {
    return { file, columns: ['LINE'], skipFirst: settings?.skipFirst ?? false, delimiter: null };
  }
  const { names: columns, skipFirst } = settings;
  return {
    file,
    columns,
    skipFirst,
    delimiter: columns.length < 2 ? null : sniffDelimiter(await readBeginning(file)),
  };
}

async function* readRows(layout: LineLayout, range: RowRange): AsyncGenerator<Row> {
  const { columns, delimiter } = layout;
  for await (const { number, line, text } of contentLines(layout, range)) {
    if (text.length > MAX_VALUE_CHARACTERS) {
      yield { number, line, columns, values: [], text: '', problem: TOO_LONG };
      continue;
    }
    const cells = delimiter === null ? [text] : splitCells(text, delimiter);
    if (cells === null) yield { number, line, columns, values: [], text, problem: UNCLOSED };
    else yield { number, line, columns, values: columns.map((_, index) => cells[index] ?? ''), text };
  }
}

const TOO_LONG = `The line has over ${MAX_VALUE_CHARACTERS.toLocaleString('en')} characters.`;
const UNCLOSED = 'A quote (") in the line is never closed. LOAD … AS FILE takes cells of several lines.';

async function* contentLines(
  layout: LineLayout,
  { from = 1, signal }: RowRange,
): AsyncGenerator<{ number: number; line: number; text: string }> {
  let number = layout.skipFirst ? -1 : 0;
  let line = 0;
  for await (const text of readLines(layout.file, MAX_VALUE_CHARACTERS)) {
    signal?.throwIfAborted();
    line += 1;
    if (text.trim() === '') continue;
    number += 1;
    if (number >= Math.max(1, from)) yield { number, line, text };
  }
}

/** The cells of one line; a cell may be quoted. Null for an unclosed quote, such as a multi-line cell. */
function splitCells(text: string, delimiter: string): string[] | null {
  if (!text.includes('"')) return text.split(delimiter).map((cell) => cell.trim());
  try {
    const [cells] = parseCsv(text, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      trim: true,
    });
    return cells ?? [];
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
