import type { WorkbookStart } from '@promptwell/documents';
import type { MessagePort } from 'node:worker_threads';
import type {
  ModelFacts,
  Reference,
  RequestHashes,
  RequestText,
  ScreenVerdict,
  UnknownModel,
} from '../host.js';
import type { Ask, AskOutcome } from '../interpreter/services.js';
import type { CheckJob, EstimateJob, EstimateProgress, InputJob, RunJob } from '../job.js';
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
  | { readonly kind: 'check'; readonly job: CheckJob }
  | { readonly kind: 'input'; readonly job: InputJob };

/** A worker's job. */
export type WorkerTask = Work & {
  readonly port: MessagePort;
  readonly scratchFolder: string;
  /** Folder of the document-text cache; null for none. */
  readonly textsFolder: string | null;
};

/** A model and its settings. */
export interface ModelTerms {
  readonly model: ModelFacts;
  readonly temperature: number | null;
  readonly topP: number | null;
}

/** The parts shared by the requests of a batch. */
export interface BatchTerms extends ModelTerms {
  /** By STEP number, for STEPs with their own MODEL. */
  readonly stepModels: Readonly<Record<number, ModelTerms>>;
  readonly references: readonly Reference[];
  readonly perMinute: number | null;
  readonly parallel: number;
  readonly costLimitMicroUsd: number | null;
  /** Cost of the run before this batch, earlier parts included. */
  readonly spentMicroUsd: number;
}

/** The calls from a worker to the main thread. Everything is plain data. */
export interface MainCalls {
  beginBatch(terms: BatchTerms): Promise<void>;
  ask(ask: Ask & RequestHashes): Promise<AskOutcome>;
  screen(text: string, step: number): Promise<ScreenVerdict>;
  findModel(name: string | null): Promise<ModelFacts | UnknownModel>;
  countTokens(model: ModelFacts, requests: readonly RequestText[]): Promise<number[]>;
  readText(request: TextRequest): Promise<TextAnswer>;
  /** When stored replies to requests were received; null where there is none. */
  answeredAt(requests: readonly RequestHashes[]): Promise<readonly (number | null)[]>;
  /** How a workbook begins; null when it cannot be read. */
  readHeader(file: { realPath: string; name: string }): Promise<WorkbookStart | null>;
  checkpoint(results: readonly TransactionResult[]): Promise<void>;
  loadResults(after: ResultPlace | null, limit: number): Promise<TransactionResult[]>;
  saveMemo(changes: MemoChanges): Promise<void>;
  loadMemo(): Promise<MemoChanges | null>;
  standing(paths: readonly string[]): Promise<readonly FileRecord[]>;
  recordFiles(written: readonly FileRecord[], gone: readonly string[]): Promise<void>;
}

/** Options for reading a document's text. */
export interface TextRequest {
  readonly realPath: string;
  readonly name: string;
  readonly ocr: boolean;
  readonly languages: readonly string[];
  /** Marks the beginning of each page of a PDF. */
  readonly pageMarks: boolean;
  /** What a text is written in; found out when absent. */
  readonly encoding?: string;
}

/** `emptyPages`: how many have no text of their own, which OCR may read; `guess`: how a text was read. Absent: none is known. */
export type TextAnswer = { readonly emptyPages?: number; readonly guess?: string } & (
  | { readonly text: string }
  | { readonly failure: string }
);

/** A worker's one-way messages. */
export interface MainNotes {
  log(lines: readonly LogLine[]): void;
  progress(progress: WorkerProgress): void;
  estimating(progress: EstimateProgress): void;
}

/** A run's progress, without the parts only the main thread knows. */
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
  /** The last message. */
  | { readonly type: 'last-word' };

export type ToWorker =
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'are-you-alive' };
