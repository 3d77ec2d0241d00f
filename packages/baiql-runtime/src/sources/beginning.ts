import { createEncodingDetector } from '@promptwell/documents';
import { parse } from 'csv-parse/sync';
import { layoutOf } from './delimiter.js';
import { readFirstBytes } from './text-file.js';

/** The first lines of a text file of any size. */
export interface TextBeginning {
  readonly text: string;
  /** False if there is more. */
  readonly isWhole: boolean;
}

/** The beginning of a text file, read in this encoding or as guessed; null if it is empty or not text. */
export async function readBeginningOfText(
  file: { realPath: string },
  encoding?: string,
): Promise<TextBeginning | null> {
  const { bytes, isWhole } = await readFirstBytes(file.realPath);
  const detector = createEncodingDetector();
  detector.push(bytes);
  const found = detector.finish();
  if (bytes.length === 0 || found.kind === 'binary') return null;
  return { text: new TextDecoder(encoding ?? found.encoding).decode(bytes, { stream: true }), isWhole };
}

/**
 * The first records of a csv or tsv file, including the header; null if it is empty or not text.
 * @throws CsvError for malformed tables.
 */
export async function readBeginningOfTable(
  file: { realPath: string },
  kind: 'csv' | 'tsv',
  count: number,
  encoding?: string,
): Promise<{ records: string[][]; isWhole: boolean } | null> {
  const beginning = await readBeginningOfText(file, encoding);
  if (beginning === null) return null;
  const { text, isWhole } = beginning;
  const { options, skip } = layoutOf(text, kind);
  const records: string[][] = parse(text.slice(skip), { ...options, to: count + 1 });
  // A record that the sample cuts off is dropped, unless it is the header.
  if (!isWhole && records.length > 1 && records.length <= count) records.pop();
  return { records: records.slice(0, count), isWhole: isWhole && records.length <= count };
}

/** As spreadsheets export it: separators alone. */
const EMPTY_ROW = /^[\s;,|]*$/u;

/** Rows among which a header may be looked for. */
const FIRST_ROWS = 20;

/** The first rows of a csv or tsv file by line, including empty ones. */
export async function readFirstRows(
  file: { realPath: string },
  kind: 'csv' | 'tsv',
  encoding?: string,
): Promise<string[][]> {
  const beginning = await readBeginningOfText(file, encoding);
  if (beginning === null) return [];
  const lines = beginning.text.split(/\r\n|\n|\r/u);
  const rows: string[][] = [];
  // Lines above a header may have other delimiters, or none, so each line is split as if it were the header.
  for (const [index] of lines.slice(0, FIRST_ROWS).entries()) {
    const rest = lines.slice(index, index + FIRST_ROWS).join('\n');
    if (EMPTY_ROW.test(lines[index] ?? '')) rows.push([]);
    else rows.push(firstRecord(rest, kind));
  }
  return rows;
}

function firstRecord(text: string, kind: 'csv' | 'tsv'): string[] {
  try {
    const { options, skip } = layoutOf(text, kind);
    const [record = []]: string[][] = parse(text.slice(skip), { ...options, to: 1 });
    return record;
  } catch {
    // A quote that is opened above ends somewhere here.
    return [];
  }
}
