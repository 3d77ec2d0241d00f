import type { BatchType, Diagnostic, Environment, Plan } from '@promptwell/baiql-lang';
import type { RunHost } from './host.js';
import type { Area } from './paths/index.js';
import type { RunOutcome } from './records.js';
import type { Fingerprint } from './sources/index.js';

/** One run of a script. Plain data. */
export interface RunJob {
  /** Unique for ever: the beginning of every key. Letters, digits, `-` and `_`. */
  readonly executionId: string;
  /** Of a script without errors. A resumed run must bring the plan that it began with. */
  readonly plan: Plan;
  readonly area: Area;
  /**
   * `fresh`; `resume`: goes on where it stopped, transactions that failed stay failed; `retry-failed`: runs those that
   * failed and no others; `write`: writes the files of what is done, and sends nothing. For a run that has a memo `fresh` is the same as `resume`, so that a restart after a crash
   * need not know how far it had come.
   */
  readonly continue: 'fresh' | 'resume' | 'retry-failed' | 'write';
  /**
   * Grows with each `retry-failed` and stays through what follows it. What has failed again in this round is left as it
   * is when a worker or the process has died and the round goes on, and GLOBALs go on from what ended in the latest round.
   * Absent: 0, and nothing is left.
   */
  readonly round?: number;
  /** Without lines for each transaction. A batch that says QUIET is quiet in any case. */
  readonly quiet: boolean;
  readonly person: Person;
  readonly limits: RunLimits;
  /** A trial: so many transactions of each batch, the first ones; what is left is done by a resume. Absent: all. */
  readonly first?: number;
  /** Asked instead of what the script's MODEL lines name; null: as the script says. */
  readonly modelOverride: string | null;
  /** What its estimate has read: a batch that would read other files stops the run. Absent: any will do. */
  readonly estimated?: Estimate['sources'];
}

/** Whose run it is; gives USERID, USERNAME and SESSIONID. Users share the providers fairly by `userId`. */
export interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly sessionId: string;
}

export interface RunLimits {
  /** The most transactions of this run in flight, whatever PARALLEL says. */
  readonly maxParallel: number;
  /** The most that the run may cost over all its parts; the script's LIMIT COST may be lower. Null: no limit. */
  readonly budgetMicroUsd: number | null;
  /** What the user's files may take together, outputs included. Absent: no limit. */
  readonly quotaBytes?: number;
}

/** Runs scripts: in worker threads that runs share, with one scheduler for all of them. */
export interface Engine {
  /** Queues a run: it begins when a worker is free, users in turn. */
  start(job: RunJob, host: RunHost): Run;
  /** Says what is wrong with a script, without holding anybody up. Sends and keeps nothing. */
  check(job: CheckJob, signal?: AbortSignal): Promise<ScriptCheck>;
  /** VALIDATE: reads the sources, forms the transactions, fills prompts, sends nothing. */
  estimate(job: EstimateJob, host: EstimateHost, signal?: AbortSignal): Promise<Estimate>;
  /** Cancels what runs (it can be resumed), and ends the workers. */
  close(): Promise<void>;
}

export interface Run {
  /** Never rejects. */
  readonly done: Promise<RunOutcome>;
  /** Stops new sends at once; what is in flight is settled, then the run ends with `cancelled`. */
  readonly cancel: () => void;
}

export interface CheckJob {
  readonly script: string;
  /** Whose files the script may load. */
  readonly area: Area;
  /** Names that MODEL may give. */
  readonly models: readonly string[];
  /** Names that MODEL could give once, with what follows each. */
  readonly goneModels?: Readonly<Record<string, string | null>>;
  /** Names that MODEL may give for a while yet. */
  readonly endingModels?: Environment['endingModels'];
}

/** What a check found. */
export interface ScriptCheck {
  readonly batchType: BatchType | null;
  /** At most 200, in the order of the script. */
  readonly diagnostics: readonly Diagnostic[];
  /** The sentence that sums all of them up. */
  readonly validity: string;
  /** The columns of the tables that it loads, by their paths. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** Their first rows, among which HEADER chooses. */
  readonly firstRows: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Null when there are errors. */
  readonly plan: Plan | null;
}

export type EstimateJob = Pick<RunJob, 'plan' | 'area' | 'person' | 'modelOverride' | 'first'>;

export type EstimateHost = Pick<RunHost, 'findModel' | 'countTokens'> & {
  /** How far it has come; at most every `PROGRESS_INTERVAL_MS`. Not awaited. */
  estimating?(progress: EstimateProgress): void;
};

/** `counting`: opens the sources, and counts their rows. `reading`: looks at some of the transactions. */
export interface EstimateProgress {
  readonly phase: 'counting' | 'reading';
  /** Rows counted, or transactions looked at, of all batches so far. */
  readonly current: number;
  /** Transactions to be looked at, as far as they are known; null while rows are counted. */
  readonly total: number | null;
}

/** What a run would do. Only what can be known beforehand: a later batch that reads what an earlier writes is not. */
export interface Estimate {
  /** Over all batches. */
  readonly transactions: number;
  /** Requests that will probably be sent. */
  readonly requests: number;
  /** The models that these go to: a STEP may have one of its own. */
  readonly models: readonly string[];
  readonly inputTokens: number;
  /** Short replies, and every reply as long as it may be. Null when a price is not known. */
  readonly lowMicroUsd: number | null;
  /** With replies of a usual length. */
  readonly likelyMicroUsd: number | null;
  readonly highMicroUsd: number | null;
  /** The lowest LIMIT COST of the script; a run with one is not refused for a high estimate. */
  readonly costLimitMicroUsd: number | null;
  /** The first prompts as they would be sent, without the references; at most three. */
  readonly prompts: readonly { readonly batch: number; readonly number: number; readonly text: string }[];
  readonly batches: readonly BatchEstimate[];
  /** What stands in the way of a run: an unreadable source, an unknown model. Sentences. Empty when nothing does. */
  readonly problems: readonly string[];
  /** Worth knowing, no hindrance: files that are left out, transactions that will fail. Sentences. */
  readonly notes: readonly string[];
  /** What each batch would read, by its number. */
  readonly sources: Readonly<Record<string, readonly Fingerprint[]>>;
}

export interface BatchEstimate {
  readonly batch: number;
  readonly line: number;
  readonly model: string;
  readonly transactions: number;
  /** The transactions that a trial leaves for later. */
  readonly leftOut: number;
  /** True where the tokens of some transactions were taken from others like them. */
  readonly isSampled: boolean;
  readonly inputTokens: number;
  readonly lowMicroUsd: number | null;
  readonly highMicroUsd: number | null;
}
