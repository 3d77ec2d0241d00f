import type { PlanLoad } from '@promptwell/baiql-lang';
import type { Reference } from '../host.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import { LIMITS } from '../interpreter/limits.js';
import { TransactionError } from '../interpreter/script-error.js';
import type { Area, AreaFile } from '../paths/index.js';
import type { CountRows, Fingerprint } from '../sources/index.js';
import type { MainCalls } from '../worker/protocol.js';

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

/** What sources are opened with. */
export interface SourceTools {
  readonly area: Area;
  readonly counted: CountRows;
  /** @throws TransactionError with a sentence that names the file. */
  readText(file: AreaFile, ocr: PlanLoad['ocr']): Promise<string>;
}

/** Reading by way of the main thread, which owns the processes that read documents. */
export function sourceTools(
  main: Pick<MainCalls, 'readText'>,
  area: Area,
  counted: CountRows = () => undefined,
): SourceTools {
  return {
    area,
    counted,
    async readText({ realPath, name }, { ifEmpty, languages }) {
      const answer = await main.readText({ realPath, name, ocr: ifEmpty, languages });
      if ('failure' in answer) throw new TransactionError(answer.failure);
      if (answer.text.length <= LIMITS.valueCharacters) return answer.text;
      throw new TransactionError(
        `${name} has ${answer.text.length.toLocaleString('en')} characters of text; the maximum is ${LIMITS.valueCharacters.toLocaleString('en')}.`,
      );
    },
  };
}
