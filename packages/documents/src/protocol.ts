import type { DocumentErrorCode } from './document-error.js';
import type { EncodingChoice } from './encoding/encoding-choice.js';
import type { AudioFacts } from './parse/audio-facts.js';

/** Options for reading a document. */
export interface ReadOptions {
  /** Inclusive range of PDF pages, from 1; all if absent. */
  readonly pages?: { readonly from: number; readonly to: number };
  /** Maximum number of PDF pages. */
  readonly maxPages?: number;
  /** Read images, and PDF pages without a text layer, by OCR. */
  readonly ocr?: boolean;
  /** OCR languages (see `OCR_LANGUAGES`); defaults to `eng`. Pages in another script are read in its language. */
  readonly langs?: readonly string[];
  /** Maximum number of pages read by OCR; the others stay empty. */
  readonly maxOcrPages?: number;
  /** What a text is written in (a label of the Encoding Standard); found out when absent. */
  readonly encoding?: string;
  /** Return an empty text instead of failing with `no-text`. */
  readonly acceptEmpty?: boolean;
}

/** One page of a PDF or a TIFF; other documents have one page. */
export interface PageText {
  /** From 1. */
  readonly page: number;
  readonly text: string;
  readonly ocrUsed: boolean;
  /** How sure OCR is of what it found, from 0 to 100; 0 if it found nothing. */
  readonly confidence?: number;
  /** The languages in which OCR read it: those of its script, if the chosen ones have another. */
  readonly langs?: readonly string[];
}

/** The text of a document, with line feeds as line breaks. */
export interface DocumentText {
  /** The pages' texts, separated by empty lines. */
  readonly text: string;
  /** Total pages of the document. */
  readonly pageCount: number;
  /** The requested pages. */
  readonly perPage: readonly PageText[];
  readonly ocrUsed: boolean;
  /** How OCR read the pages that have text by it; null if none has. */
  readonly ocr: OcrSummary | null;
  /** What could not be read, and what to do; a sentence. */
  readonly notice?: string;
  /** How a text was read, where its encoding is a guess; a sentence. */
  readonly guess?: string;
  /** What to choose from then. */
  readonly encodingChoice?: EncodingChoice;
}

/** With which languages OCR read, and its mean confidence, from 0 to 100. */
export interface OcrSummary {
  readonly langs: readonly string[];
  readonly confidence: number;
}

/** Options for rendering an image. */
export interface ImageOptions {
  /** A page of a PDF or a TIFF, from 1 (the default). Other documents have one. */
  readonly page?: number;
  /** Maximum pixels of the longer side; absent for the original size. */
  readonly maxSide?: number;
}

interface TaskFile {
  readonly path: string;
  readonly name: string;
}

/** A task for the child process. */
export type Task =
  | ({ readonly kind: 'read'; readonly options: ReadOptions } & TaskFile)
  | ({ readonly kind: 'picture'; readonly options: ImageOptions } & TaskFile)
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

/** How a workbook begins. */
export interface WorkbookStart extends SheetStart {
  /** Its visible sheets, the first of which is the one shown; empty where there is one, or where it is large. */
  readonly sheets: readonly (SheetStart & { readonly number: number; readonly name: string })[];
}

/** A task of one kind. */
export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>;

/** The results of tasks, by kind. */
export interface TaskResults {
  read: DocumentText;
  picture: Uint8Array;
  audio: AudioFacts;
  /** The first non-empty rows. */
  'sheet-rows': readonly (readonly string[])[];
  'sheet-start': WorkbookStart;
}

/** Parent to child: one task at a time. */
export interface Request {
  readonly id: number;
  readonly task: Task;
}

/** What a task does next; each has a time limit of its own. */
export type Step = 'parse' | 'ocr';
/** Called at the beginning of each step. */
export type OnProgress = (step: Step) => void;

/** Child to parent. `progress` reports the start of a task and each further step, with the process's CPU time. */
export type Reply =
  | { readonly id: number; readonly type: 'progress'; readonly cpuMs: number; readonly step: Step }
  | {
      readonly id: number;
      readonly type: 'done';
      readonly result: TaskResults[Task['kind']];
      /** Memory that the process keeps. */
      readonly residentBytes: number;
    }
  | {
      readonly id: number;
      readonly type: 'failed';
      readonly code: DocumentErrorCode;
      readonly message: string;
    };
