import { createEncodingDetector } from '@promptwell/documents';
import { parse } from 'csv-parse/sync';
import { layoutOf } from './delimiter.js';
import { readFirstBytes } from './text-file.js';

/** The first lines of a text, whatever the size of its file. */
export interface TextBeginning {
  readonly text: string;
  /** False: there is more. */
  readonly isWhole: boolean;
}

/** The beginning of a text file; null when it is empty or no text. */
export async function readBeginningOfText(file: { realPath: string }): Promise<TextBeginning | null> {
  const { bytes, isWhole } = await readFirstBytes(file.realPath);
  const detector = createEncodingDetector();
  detector.push(bytes);
  const found = detector.finish();
  if (bytes.length === 0 || found.kind === 'binary') return null;
  return { text: new TextDecoder(found.encoding).decode(bytes, { stream: true }), isWhole };
}

/**
 * The first records of a csv or tsv file, its header among them; null when it is empty or no text.
 * @throws CsvError for what is no table.
 */
export async function readBeginningOfTable(
  file: { realPath: string },
  kind: 'csv' | 'tsv',
  count: number,
): Promise<{ records: string[][]; isWhole: boolean } | null> {
  const beginning = await readBeginningOfText(file);
  if (beginning === null) return null;
  const { text, isWhole } = beginning;
  const { options, skip } = layoutOf(text, kind);
  const records: string[][] = parse(text.slice(skip), { ...options, to: count + 1 });
  // What the beginning cuts off is no record; but a header as long as that is one.
  if (!isWhole && records.length > 1 && records.length <= count) records.pop();
  return { records: records.slice(0, count), isWhole: isWhole && records.length <= count };
}
