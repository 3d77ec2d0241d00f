import { create as contentDisposition } from 'content-disposition';
import { stringify } from 'csv-stringify/sync';

export type CsvRow = readonly (string | number | bigint | null)[];

interface CsvContent {
  columns: readonly string[];
  /** Rows as they are read, some hundred at a time. */
  batches: AsyncIterable<readonly CsvRow[]>;
}

const options = { record_delimiter: 'windows', escape_formulas: true } as const;

/**
 * A CSV file that is written while it is sent. Every piece ends with a row, and a failure in the middle breaks the
 * connection instead of ending the file: nobody takes a part for the whole. Formulas are disarmed for spreadsheets.
 */
export function csvResponse(fileName: string, content: CsvContent): Response {
  const pieces = csvPieces(content);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': contentDisposition(fileName),
      // Compressed pieces would end anywhere in a row.
      'Cache-Control': 'no-store, no-transform',
    },
  });
}

async function* csvPieces({ columns, batches }: CsvContent): AsyncGenerator<string, void> {
  yield stringify([columns], { ...options, bom: true });
  for await (const batch of batches) {
    if (batch.length > 0) yield stringify([...batch], options);
  }
}
