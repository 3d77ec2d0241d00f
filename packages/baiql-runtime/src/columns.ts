import { createDocumentReader, type DocumentReader } from '@promptwell/documents';
import { readHeader } from './engine/read-document.js';
import type { Area } from './paths/index.js';
import { readColumns } from './sources/read-columns.js';

/** Looks into the tables of an area, for a program that checks scripts without an engine. */
export interface ColumnReader {
  /**
   * The columns that `LOAD … AS FILE` would find in a csv, tsv, xlsx, json or jsonl file, by its path in scripts; null
   * when it is no table, or too large to be looked into.
   */
  columnsOf(virtual: string): Promise<readonly string[] | null>;
  /** Ends the process in which workbooks are read; there is none before the first. */
  close(): void;
}

export function createColumnReader(area: Area): ColumnReader {
  let documents: DocumentReader | undefined;
  const { signal } = new AbortController();
  return {
    columnsOf: (virtual) =>
      readColumns(area, virtual, (file) => {
        documents ??= createDocumentReader({ maxProcesses: 1 });
        return readHeader(documents, file, signal);
      }),
    close: () => documents?.close(),
  };
}
