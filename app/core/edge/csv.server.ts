import { CSV_FORMAT } from '@promptwell/baiql-runtime/writers';
import { stringify } from 'csv-stringify/sync';
import { textDownload } from './text-download.server';

export type CsvRow = readonly (string | number | bigint | null)[];

interface CsvContent {
  columns: readonly string[];
  /** Rows as they are read, in batches of some hundred. */
  batches: AsyncIterable<readonly CsvRow[]>;
}

/** Each chunk ends with a complete row. Formulas are disarmed for spreadsheets. */
export const csvResponse = (fileName: string, content: CsvContent): Response =>
  textDownload(fileName, 'text/csv', csvPieces(content));

async function* csvPieces({ columns, batches }: CsvContent): AsyncGenerator<string, void> {
  yield stringify([columns], { ...CSV_FORMAT, bom: true });
  for await (const batch of batches) {
    if (batch.length > 0) yield stringify([...batch], CSV_FORMAT);
  }
}
