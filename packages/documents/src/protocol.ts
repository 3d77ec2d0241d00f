import type { DocumentErrorCode } from './document-error.js';
import type { AudioFacts } from './parse/audio-facts.js';

/** What may be asked of a document. */
export interface ReadOptions {
  /** Pages of a PDF, both ends included, from 1; all when absent. */
  readonly pages?: { readonly from: number; readonly to: number };
  /** At most so many pages of a PDF. */
  readonly maxPages?: number;
  /** Read pictures, and PDF pages without a text layer, by OCR. */
  readonly ocr?: boolean;
  /** OCR languages (`eng`, `spa`); `eng` when absent. */
  readonly langs?: readonly string[];
  /** At most so many pages are read by OCR; the others stay empty. */
  readonly maxOcrPages?: number;
  /** What a text is written in (a label of the Encoding Standard); found out when absent. */
  readonly encoding?: string;
  /** Give an empty text back instead of failing with `no-text`. */
  readonly acceptEmpty?: boolean;
}

/** One page of a PDF; anything else is one page. */
export interface PageText {
  /** From 1. */
  readonly page: number;
  readonly text: string;
  readonly ocrUsed: boolean;
}

/** The text of a document. Line ends are `\n`. */
export interface DocumentText {
  /** The pages' texts, with an empty line between pages. */
  readonly text: string;
  /** Pages of the document, whatever was asked for. */
  readonly pageCount: number;
  /** The pages that were asked for. */
  readonly perPage: readonly PageText[];
  readonly ocrUsed: boolean;
  /** How a text was read, where its encoding is a guess; a sentence. */
  readonly guess?: string;
}

/** How a picture is shown. */
export interface PictureOptions {
  /** A PDF's page, from 1; 1 when absent. Other documents have one. */
  readonly page?: number;
  /** At most so many pixels on its longer side; as it is when absent. */
  readonly maxSide?: number;
}

interface TaskFile {
  readonly path: string;
  readonly name: string;
}

/** A piece of work for the child process. */
export type Task =
  | ({ readonly kind: 'read'; readonly options: ReadOptions } & TaskFile)
  | ({ readonly kind: 'picture'; readonly options: PictureOptions } & TaskFile)
  | ({ readonly kind: 'audio' } & TaskFile)
  | ({ readonly kind: 'sheet-rows'; readonly count: number } & TaskFile)
  | ({ readonly kind: 'sheet-start'; readonly count: number } & TaskFile);

/** How a sheet begins, as texts. */
export interface SheetStart {
  /** The first row that holds anything; null in an empty sheet. */
  readonly header: readonly string[] | null;
  /** What each of its first rows would be as a header, its merged cells joined; empty rows are empty. */
  readonly firstRows: readonly (readonly string[])[];
}

/** A task of one kind. */
export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>;

/** What the child makes of a task. */
export interface TaskResults {
  read: DocumentText;
  picture: Uint8Array;
  audio: AudioFacts;
  /** The first rows that hold anything. */
  'sheet-rows': readonly (readonly string[])[];
  'sheet-start': SheetStart;
}

/** Parent to child: one task at a time. */
export interface Request {
  readonly id: number;
  readonly task: Task;
}

/** Child to parent. `progress` says that a task has begun, and then that it is still getting on, and the process's time. */
export type Reply =
  | { readonly id: number; readonly type: 'progress'; readonly cpuMs: number }
  | { readonly id: number; readonly type: 'done'; readonly result: TaskResults[Task['kind']] }
  | {
      readonly id: number;
      readonly type: 'failed';
      readonly code: DocumentErrorCode;
      readonly message: string;
    };
