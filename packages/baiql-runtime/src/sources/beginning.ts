import { open } from 'node:fs/promises';
import { createEncodingDetector } from '@promptwell/documents';
import { parse } from 'csv-parse/sync';
import { sniffDelimiter } from './delimiter.js';

const BEGINNING_BYTES = 1 << 16;

/** The first lines of a text, whatever the size of its file. */
export interface TextBeginning {
  readonly text: string;
  /** False: there is more. */
  readonly isWhole: boolean;
}

/** The beginning of a text file; null when it is empty or no text. */
export async function readBeginningOfText(file: { realPath: string }): Promise<TextBeginning | null> {
  const handle = await open(file.realPath);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    const detector = createEncodingDetector();
    detector.push(buffer.subarray(0, bytesRead));
    const found = detector.finish();
    if (bytesRead === 0 || found.kind === 'binary') return null;
    const text = new TextDecoder(found.encoding).decode(buffer.subarray(0, bytesRead), { stream: true });
    return { text, isWhole: (await handle.stat()).size <= bytesRead };
  } finally {
    await handle.close();
  }
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
  // Excel's own hint, which it does not show as a row.
  const hint = /^sep=([,;\t])\r?\n/iu.exec(text);
  const table = hint === null ? text : text.slice(hint[0].length);
  const records: string[][] = parse(table, {
    delimiter: hint?.[1] ?? (kind === 'tsv' ? '\t' : sniffDelimiter(table)),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    to: count + 1,
  });
  // What the beginning cuts off is no record; but a header as long as that is one.
  if (!isWhole && records.length > 1 && records.length <= count) records.pop();
  return { records: records.slice(0, count), isWhole: isWhole && records.length <= count };
}
