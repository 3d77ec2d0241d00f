import type { PlanLoad } from '@promptwell/baiql-lang';
import type { Reference } from '../host.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import { LIMITS } from '../interpreter/limits.js';
import { TransactionError } from '../interpreter/script-error.js';
import { chosenEncoding, type Area, type AreaFile } from '../paths/index.js';
import type { ColumnFormat, CountRows, Fingerprint } from '../sources/index.js';
import type { MainCalls } from '../worker/protocol.js';

/** The opened sources of a batch. */
export interface BatchSources {
  /** Number of transactions. */
  readonly total: number;
  readonly driver: 'rows' | 'files' | 'none';
  /** Leading columns of every results table. */
  readonly driverColumns: readonly string[];
  /** Formats of the columns, if a workbook states them. */
  readonly driverFormats?: readonly ColumnFormat[];
  readonly totalFiles: number;
  /** The text of the REF documents. */
  readonly references: readonly Reference[];
  /** One per LOAD, in order. */
  readonly fingerprints: readonly Fingerprint[];
  /** The files of each LOAD, as virtual paths. */
  readonly paths: readonly (readonly string[])[];
  /** Warnings about the sources, such as files left out. */
  readonly notes: readonly string[];
  /** The transactions from a number on, in order. The input of each is read when it is loaded. */
  transactions(from: number, signal: AbortSignal): AsyncIterable<PendingTransaction>;
  close(): Promise<void>;
}

/** The LOAD settings that apply to reading its documents. */
export type DocumentReadOptions = Pick<PlanLoad, 'ocr'> &
  Partial<Pick<PlanLoad, 'pageMarks'>> & { readonly writtenIn?: string | undefined };

/** Options for opening sources. */
export interface SourceDeps {
  readonly area: Area;
  readonly counted: CountRows;
  /** @throws TransactionError with a sentence that names the file. */
  readText(file: AreaFile, how: DocumentReadOptions): Promise<string>;
}

export interface ReadingOptions {
  readonly counted?: CountRows | undefined;
  /** False for runs that began before texts had page marks. */
  readonly hasPageMarks?: boolean | undefined;
  /** An estimate runs no OCR; this callback receives the number of pages of each file that will need it. */
  readonly noteOcr?: ((name: string, pages: number) => void) | undefined;
  /** Receives a sentence about the encoding of a text, if it is a guess. */
  readonly noteGuess?: ((sentence: string) => void) | undefined;
}

/** Reads through the main thread, which owns the document processes. */
export function sourceDeps(
  main: Pick<MainCalls, 'readText'>,
  area: Area,
  { counted = () => undefined, hasPageMarks = true, noteOcr, noteGuess }: ReadingOptions = {},
): SourceDeps {
  return {
    area,
    counted,
    async readText(file, { ocr: { ifEmpty, languages }, pageMarks = true, writtenIn }) {
      const { realPath, name } = file;
      const encoding = writtenIn ?? chosenEncoding(area, file);
      const ocr = ifEmpty && noteOcr === undefined;
      const request = {
        realPath,
        name,
        ocr,
        languages,
        pageMarks: pageMarks && hasPageMarks,
        ...(encoding === undefined ? {} : { encoding }),
      };
      const answer = await main.readText(request);
      const { emptyPages = 0, guess } = answer;
      if (guess !== undefined) noteGuess?.(guess);
      if (ifEmpty && noteOcr !== undefined && emptyPages > 0) {
        noteOcr(name, emptyPages);
        if ('failure' in answer) return `[${name} will be read by OCR.]`;
      }
      if ('failure' in answer) throw new TransactionError(answer.failure);
      if (answer.text.length <= LIMITS.valueCharacters) return answer.text;
      throw new TransactionError(
        `${name} has ${answer.text.length.toLocaleString('en')} characters of text; the maximum is ${LIMITS.valueCharacters.toLocaleString('en')}.`,
      );
    },
  };
}
