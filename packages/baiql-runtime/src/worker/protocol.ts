import type { SheetStart } from '@promptwell/documents';
import type { MessagePort } from 'node:worker_threads';
import type { ModelFacts, Reference, RequestText, ScreenVerdict, UnknownModel } from '../host.js';
import type { Ask, AskAnswer } from '../interpreter/services.js';
import type { CheckJob, EstimateJob, EstimateProgress, RunJob } from '../job.js';
import type {
  FileRecord,
  LogLine,
  MemoChanges,
  ResultPlace,
  RunProgress,
  TransactionResult,
} from '../records.js';

export type Work =
  | { readonly kind: 'run'; readonly job: RunJob }
  | { readonly kind: 'estimate'; readonly job: EstimateJob }
  | { readonly kind: 'check'; readonly job: CheckJob };

/** What a worker is given to do. */
export type WorkerTask = Work & {
  readonly port: MessagePort;
  readonly scratchFolder: string;
  /** Where texts of documents are kept; null: nowhere. */
  readonly textsFolder: string | null;
};

/** A model, and how it is asked. */
export interface ModelTerms {
  readonly model: ModelFacts;
  readonly temperature: number | null;
  readonly topP: number | null;
}

/** What the requests of a batch share. */
export interface BatchTerms extends ModelTerms {
  /** By the number of the STEP, for those that have a MODEL of their own. */
  readonly stepModels: Readonly<Record<number, ModelTerms>>;
  readonly references: readonly Reference[];
  readonly perMinute: number | null;
  readonly parallel: number;
  readonly costLimitMicroUsd: number | null;
  /** What the run has cost before this batch, earlier parts included. */
  readonly spentMicroUsd: number;
}

/** What a worker asks of the main thread. Everything is plain data. */
export interface MainCalls {
  beginBatch(terms: BatchTerms): Promise<void>;
  ask(ask: Ask & { readonly fingerprint: string }): Promise<AskAnswer>;
  screen(text: string, step: number): Promise<ScreenVerdict>;
  findModel(name: string | null): Promise<ModelFacts | UnknownModel>;
  countTokens(model: ModelFacts, requests: readonly RequestText[]): Promise<number[]>;
  readText(request: TextRequest): Promise<TextAnswer>;
  /** How a workbook begins; null when it cannot be read. */
  readHeader(file: { realPath: string; name: string }): Promise<SheetStart | null>;
  checkpoint(results: readonly TransactionResult[]): Promise<void>;
  loadResults(after: ResultPlace | null, limit: number): Promise<TransactionResult[]>;
  saveMemo(changes: MemoChanges): Promise<void>;
  loadMemo(): Promise<MemoChanges | null>;
  standing(paths: readonly string[]): Promise<readonly FileRecord[]>;
  recordFiles(written: readonly FileRecord[], gone: readonly string[]): Promise<void>;
}

/** How a document's text is had. */
export interface TextRequest {
  readonly realPath: string;
  readonly name: string;
  readonly ocr: boolean;
  readonly languages: readonly string[];
  /** Says where each page of a PDF begins. */
  readonly pageMarks: boolean;
  /** What a text is written in; found out when absent. */
  readonly encoding?: string;
}

/** `emptyPages`: how many have no text of their own, which OCR may read; `guess`: how a text was read. Absent: none is known. */
export type TextAnswer = { readonly emptyPages?: number; readonly guess?: string } & (
  | { readonly text: string }
  | { readonly failure: string }
);

/** What a worker says without waiting for an answer. */
export interface MainNotes {
  log(lines: readonly LogLine[]): void;
  progress(progress: WorkerProgress): void;
  estimating(progress: EstimateProgress): void;
}

/** Where a run stands, without what only the main thread knows of it. */
export type WorkerProgress = Omit<RunProgress, 'inFlight' | 'waitingUntilMs'>;

export type ToMain =
  | {
      readonly type: 'call';
      readonly id: number;
      readonly method: keyof MainCalls;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'log'; readonly lines: readonly LogLine[] }
  | { readonly type: 'progress'; readonly progress: WorkerProgress }
  | { readonly type: 'estimating'; readonly progress: EstimateProgress }
  | { readonly type: 'alive' }
  /** Nothing more comes. */
  | { readonly type: 'last-word' };

export type ToWorker =
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'are-you-alive' };
