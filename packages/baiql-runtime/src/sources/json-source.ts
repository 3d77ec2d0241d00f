import { parseExactJson } from '../exact-json.js';
import type { JsonValue } from '../outputs/index.js';
import {
  COUNT_STEP,
  createRowAccess,
  makeRow,
  MAX_VALUE_CHARACTERS,
  type CountRows,
  type Row,
  type RowRange,
  type RowSource,
} from './row.js';
import { splitJsonArray } from './split-json-array.js';
import { SourceError } from './source-error.js';
import { readLines, readText, type TextFile } from './text-file.js';

/** More keys than a spreadsheet can have columns are not a table. */
const MAX_COLUMNS = 1_000;

type Parsed = { cells: ReadonlyMap<string, JsonValue> } | { problem: string };

/**
 * Opens a json (array of objects) or jsonl (one object per line) file: reads it once to count rows and collect the
 * keys, which become the columns in order of first appearance.
 * @throws SourceError `damaged`, `empty`, `wrong-kind` (not an array), `too-large` (too many keys).
 */
export async function openJson(
  file: TextFile,
  kind: 'json' | 'jsonl',
  counted: CountRows = () => undefined,
): Promise<RowSource> {
  const columns = new Set<string>();
  let total = 0;
  for await (const text of elements(file, kind)) {
    total += 1;
    if (total % COUNT_STEP === 0) counted(COUNT_STEP);
    const parsed = parseElement(text);
    if ('problem' in parsed) continue;
    for (const key of parsed.cells.keys()) columns.add(key);
    if (columns.size > MAX_COLUMNS) {
      throw new SourceError('too-large', `${file.name} has more than ${MAX_COLUMNS} different keys.`);
    }
  }
  if (total === 0) throw new SourceError('empty', `${file.name} has no rows.`);
  const names = [...columns];
  const rows = (range: RowRange = {}): AsyncIterable<Row> => readRows(file, kind, names, range);
  return { columns: names, total, rows, ...createRowAccess((from) => rows({ from })) };
}

async function* readRows(
  file: TextFile,
  kind: 'json' | 'jsonl',
  columns: readonly string[],
  { from = 1, signal }: RowRange,
): AsyncGenerator<Row> {
  let number = 0;
  for await (const text of elements(file, kind)) {
    signal?.throwIfAborted();
    number += 1;
    if (number < from) continue;
    const parsed = parseElement(text);
    if ('problem' in parsed) yield { ...makeRow(number, columns, []), problem: parsed.problem };
    else {
      const cells = columns.map((column) =>
        parsed.cells.has(column) ? (parsed.cells.get(column) ?? null) : '',
      );
      yield { ...makeRow(number, columns, cells.map(cellText)), cells };
    }
  }
}

function elements(file: TextFile, kind: 'json' | 'jsonl'): AsyncGenerator<string> {
  return kind === 'json'
    ? splitJsonArray(readText(file), file.name, MAX_VALUE_CHARACTERS)
    : contentLines(file);
}

async function* contentLines(file: TextFile): AsyncGenerator<string> {
  for await (const line of readLines(file, MAX_VALUE_CHARACTERS)) {
    if (line.trim() !== '') yield line;
  }
}

function parseElement(text: string): Parsed {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    return {
      problem: text.length > MAX_VALUE_CHARACTERS ? 'The row is too large.' : 'The row is not valid JSON.',
    };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'The row is not a JSON object.' };
  }
  return { cells: new Map(Object.entries(value as Readonly<Record<string, JsonValue>>)) };
}

function cellText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
