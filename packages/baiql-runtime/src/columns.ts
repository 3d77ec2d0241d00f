import { createDocumentReader, type DocumentReader } from '@promptwell/documents';
import { readHeader } from './engine/read-document.js';
import type { Area } from './paths/index.js';
import { readColumns, type TableStart } from './sources/read-columns.js';

export { collectTableFacts, type TableFacts } from './sources/table-facts.js';

/** Reads the columns of an area's tables, for programs that check scripts without an engine. */
export interface ColumnReader {
  /**
   * How a csv, tsv, xlsx, ods, json or jsonl file begins as `LOAD … AS FILE` would find it, by its path in scripts; null
   * when it is no table, or too large to be looked into.
   * @param encoding as ENCODING names it on its LOAD; absent: as chosen or guessed.
   */
  startOf(virtual: string, encoding?: string): Promise<TableStart | null>;
  /** Ends the workbook process, which starts with the first workbook. */
  close(): void;
}

export function createColumnReader(area: Area): ColumnReader {
  let documents: DocumentReader | undefined;
  const { signal } = new AbortController();
  return {
    startOf: (virtual, encoding) =>
      readColumns(
        area,
        virtual,
        (file) => {
          documents ??= createDocumentReader({ maxProcesses: 1 });
          return readHeader(documents, file, signal);
        },
        encoding,
      ),
    close: () => documents?.close(),
  };
}
