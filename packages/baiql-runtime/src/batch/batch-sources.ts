import type { Reference } from '../host.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import type { Area } from '../paths/index.js';
import type { CountRows, Fingerprint } from '../sources/index.js';

/** The opened sources of a batch. */
export interface BatchSources {
  /** Number of transactions. */
  readonly total: number;
  readonly driver: 'rows' | 'files' | 'none';
  /** Columns that every table of results begins with. */
  readonly driverColumns: readonly string[];
  readonly totalFiles: number;
  /** The REF documents, read. */
  readonly references: readonly Reference[];
  /** One for each LOAD, in their order. */
  readonly fingerprints: readonly Fingerprint[];
  /** The files of each LOAD, as virtual paths. */
  readonly paths: readonly (readonly string[])[];
  /** What a person should know about the sources: files that are left out, and the like. */
  readonly notes: readonly string[];
  /** The transactions from a number on, in order. What each works on is read when it is loaded. */
  transactions(from: number, signal: AbortSignal): AsyncIterable<PendingTransaction>;
  close(): Promise<void>;
}

/** How a document's text is had. */
export interface TextRequest {
  readonly realPath: string;
  readonly name: string;
  readonly ocr: boolean;
  readonly languages: readonly string[];
}

/** What sources are opened with. */
export interface SourceTools {
  readonly area: Area;
  readonly counted: CountRows;
  /** @throws TransactionError with a sentence that names the file. */
  readText(request: TextRequest): Promise<string>;
}
