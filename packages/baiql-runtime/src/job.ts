import type { BatchType, Diagnostic, Environment, Plan } from '@promptwell/baiql-lang';
import type { DocumentReader } from '@promptwell/documents';
import type { RequestHashes, RunHost } from './host.js';
import type { Area } from './paths/index.js';
import type { MemoChanges, ResultPlace, RunOutcome } from './records.js';
import type { Fingerprint, TableFacts } from './sources/index.js';

/** One run of a script. Plain data. */
export interface RunJob {
  /** Globally unique prefix of every key. Letters, digits, `-` and `_`. */
  readonly executionId: string;
  /** Compiled from a script without errors. A resumed run must have the plan it began with. */
  readonly plan: Plan;
  readonly area: Area;
  /**
   * `fresh`; `resume`: continues where it stopped, failed transactions stay failed; `retry-failed`: runs only the
   * failed ones; `write`: writes the files of finished transactions and sends nothing. For a run with a memo `fresh`
   * equals `resume`, so a restart after a crash need not know how far it had come.
   */
  readonly continue: 'fresh' | 'resume' | 'retry-failed' | 'write';
  /**
   * Increases with each `retry-failed` and is kept by what follows it. Transactions that failed again in this round are
   * not repeated if a worker or the process crashed and the round continues, and GLOBALs continue from the results of
   * the latest round. Absent: 0, and all are repeated.
   */
  readonly round?: number;
  /** Suppresses per-transaction lines. A batch with QUIET is always quiet. */
  readonly quiet: boolean;
  readonly person: Person;
  readonly limits: RunLimits;
  /** A trial: only the first so many transactions of each batch; a resume runs the rest. Absent: all. */
  readonly first?: number;
  /** Overrides the script's MODEL lines; null: as the script says. */
  readonly modelOverride: string | null;
  /**
   * Takes the answers that this user's earlier runs have paid for, as if every RUN without NOCACHE said CACHE. Absent:
   * the script's words decide.
   */
  readonly reuse?: boolean;
  /** The sources the estimate has read: a batch that would read other files stops the run. Absent: not checked. */
  readonly estimated?: Estimate['sources'];
}

/** The run's user; provides USERID, USERNAME and SESSIONID. Providers are shared fairly by `userId`. */
export interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly sessionId: string;
}

export interface RunLimits {
  /** Maximum transactions of this run in flight, whatever PARALLEL says. */
  readonly maxParallel: number;
  /** Maximum cost of the run over all its parts; the script's LIMIT COST may be lower. Null: no limit. */
  readonly budgetMicroUsd: number | null;
  /** Quota of the user's files, outputs included. Absent: no limit. */
  readonly quotaBytes?: number;
}

/** Executes scripts in shared worker threads, with one scheduler for all of them. */
export interface Engine {
  /** Queues a run; it begins when a worker is free, with fair turns between users. */
  start(job: RunJob, host: RunHost): Run;
  /** Checks a script in a worker. Sends and stores nothing. */
  check(job: CheckJob, signal?: AbortSignal): Promise<ScriptCheck>;
  /** VALIDATE: reads the sources, forms the transactions and fills prompts, without sending anything. */
  estimate(job: EstimateJob, host: EstimateHost, signal?: AbortSignal): Promise<Estimate>;
  /** Reads the input of one transaction again. Sends and stores nothing; a problem is part of the result. */
  readInput(
    job: InputJob,
    options?: { documents?: DocumentReader; signal?: AbortSignal },
  ): Promise<InputView>;
  /** Cancels all runs (they can be resumed), and ends the workers. */
  close(): Promise<void>;
}

/** One transaction of a run, to show its input. */
export interface InputJob
  extends Pick<RunJob, 'executionId' | 'plan' | 'area' | 'person' | 'modelOverride'>, ResultPlace {
  /** The run's memo: paths keep the date of its start. Null: it has none. */
  readonly memo: MemoChanges | null;
}

/** What a transaction works on, as its files are now. */
export interface InputView {
  /** Its rows by column, the driver's first. */
  readonly rows: readonly (readonly { readonly name: string; readonly value: string }[])[];
  /** Texts of its files, as the model gets them: with page marks, or what OCR has read. */
  readonly documents: readonly {
    readonly name: string;
    /** Null: known by name only. */
    readonly path: string | null;
    readonly text: string;
  }[];
  /** False: too long to be shown in full. */
  readonly isWhole: boolean;
  /** Why it can't be read. */
  readonly problem: string | null;
  /** As `TransactionResult.source`, to tell whether it has changed since. */
  readonly source?: string;
}

export interface Run {
  /** Never rejects. */
  readonly done: Promise<RunOutcome>;
  /** Stops sending at once; requests in flight are settled, then the run ends with `cancelled`. */
  readonly cancel: () => void;
}

export interface CheckJob {
  readonly script: string;
  /** The files the script may load. */
  readonly area: Area;
  /** Names valid for MODEL. */
  readonly models: readonly string[];
  /** Retired MODEL names, with their successors. */
  readonly retiredModels?: Readonly<Record<string, string | null>>;
  /** MODEL names that will be retired. */
  readonly endingModels?: Environment['endingModels'];
}

/** What a check found. */
export interface ScriptCheck extends TableFacts {
  readonly batchType: BatchType | null;
  /** At most 200, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The sentence that summarizes them. */
  readonly validity: string;
  /** Null if there are errors. */
  readonly plan: Plan | null;
}

export type EstimateJob = Pick<RunJob, 'plan' | 'area' | 'person' | 'modelOverride' | 'first'>;

export type EstimateHost = Pick<RunHost, 'findModel' | 'countTokens'> & {
  /** When a stored reply to each request was received, in order; null: there is none. Absent: none is. */
  answeredAt?(requests: readonly RequestHashes[]): Promise<readonly (number | null)[]>;
  /** Progress, at most every `PROGRESS_INTERVAL_MS`. Not awaited. */
  estimating?(progress: EstimateProgress): void;
};

/** `counting`: opens the sources and counts their rows. `reading`: examines a sample of the transactions. */
export interface EstimateProgress {
  readonly phase: 'counting' | 'reading';
  /** Rows counted, or transactions examined, over all batches so far. */
  readonly current: number;
  /** Transactions to be examined, as far as known; null while rows are counted. */
  readonly total: number | null;
}

/**
 * What a run would do, as far as it can be known in advance: not for a later batch that reads what an earlier one
 * writes.
 */
export interface Estimate {
  /** Over all batches. */
  readonly transactions: number;
  /** Expected number of requests. */
  readonly requests: number;
  /** The models they go to; a STEP may have its own. */
  readonly models: readonly string[];
  readonly inputTokens: number;
  /** Low: short replies. High: every reply of maximum length. Null if a price is unknown. */
  readonly lowMicroUsd: number | null;
  /** With replies of typical length. */
  readonly likelyMicroUsd: number | null;
  readonly highMicroUsd: number | null;
  /** The script's lowest LIMIT COST; a run with one is not refused for a high estimate. */
  readonly costLimitMicroUsd: number | null;
  /** Up to three of the first prompts as they would be sent, without the references. */
  readonly prompts: readonly { readonly batch: number; readonly number: number; readonly text: string }[];
  readonly batches: readonly BatchEstimate[];
  /** User-facing reasons why a run cannot start: an unreadable source, an unknown model. Empty if there are none. */
  readonly problems: readonly string[];
  /** User-facing warnings: files left out, transactions that will fail. */
  readonly notes: readonly string[];
  /** What each batch would read, by batch number. */
  readonly sources: Readonly<Record<string, readonly Fingerprint[]>>;
  /** What earlier runs have answered, and the cost if it is reused. Null: nothing. */
  readonly answered: AnsweredEstimate | null;
}

export interface AnsweredEstimate extends Pick<Estimate, 'lowMicroUsd' | 'likelyMicroUsd' | 'highMicroUsd'> {
  /** Transactions whose first request has a stored reply. */
  readonly transactions: number;
  /** When the latest of these was received. */
  readonly latestMs: number;
}

export interface BatchEstimate {
  readonly batch: number;
  readonly line: number;
  readonly model: string;
  readonly transactions: number;
  /** Transactions that a trial leaves for later. */
  readonly leftOut: number;
  /** True if some transactions' tokens are extrapolated from others. */
  readonly isSampled: boolean;
  readonly inputTokens: number;
  readonly lowMicroUsd: number | null;
  readonly highMicroUsd: number | null;
}
