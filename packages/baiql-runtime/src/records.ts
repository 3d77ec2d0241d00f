import type { OutputResult, WrittenFile } from './outputs/index.js';
import type { Fingerprint } from './sources/index.js';

export type TransactionStatus = 'succeeded' | 'failed' | 'skipped';

/** A cursor in the order of results. */
export interface ResultPlace {
  /** Number of the batch in the script, from 1. */
  readonly batch: number;
  /** Number of the transaction in its batch, from 1. */
  readonly number: number;
}

/** The outcome of one transaction: everything needed to write the outputs, and to continue after a restart. */
export interface TransactionResult extends ResultPlace {
  readonly status: TransactionStatus;
  /** Display name: its file's name, or its row's first cell. */
  readonly label: string;
  /** Why it failed or was skipped; for a successful one, why a reply is truncated. */
  readonly reason?: string;
  /** An accepted reply is truncated. Absent: none is. */
  readonly isCutOff?: boolean;
  /** Its EXPECTs, in their order, and whether it met them. Absent: it came to none. */
  readonly expects?: readonly Expectation[];
  /** It does not meet one of them. Absent: it meets all. */
  readonly isUnmet?: boolean;
  /** The latest prompt and reply, truncated to `KEPT_TEXT_CHARACTERS`. */
  readonly prompt: string;
  readonly reply: string;
  /**
   * RUNs whose replies were rejected, by key suffix: a repetition skips them, and what is sent then has a new key.
   * Numbers if the run's keys are of version 1.
   */
  readonly failedRuns: readonly (string | number)[];
  /**
   * RUNs whose replies were accepted but made a later statement fail (`IF SCORE < 10` on "about nine"). They are
   * skipped as well, and their replacements ignore stored replies. Absent: none.
   */
  readonly badReplies?: readonly string[];
  /** Key suffix of the latest RUN. Absent: none was reached, or the result is from an earlier version. */
  readonly lastRun?: string;
  /** Hash of its input, if an earlier batch of the run may have written it, or its row or file was replaced. */
  readonly input?: string;
  /** Hash of its own row and files. Absent: it has none, or they were unreadable. */
  readonly source?: string;
  /** The job's round in which it ended. Absent: 0. */
  readonly round?: number;
  /** A user's correction; added by the host and applied by the next continuation of the run. */
  readonly revision?: Revision;
  /** Replies received, replays included. */
  readonly runs: number;
  /** How many of these were stored before, for another request, and cost nothing. Absent: none. */
  readonly freeReplies?: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null if a price is unknown. */
  readonly costMicroUsd: number | null;
  /** Its rows for the batch's OUTPUTs. Not written if it failed or was skipped. */
  readonly outputs: readonly { readonly output: number; readonly result: OutputResult }[];
  /** Lines of WRITE_LOG. */
  readonly logLines: readonly string[];
  /** If the batch assigns GLOBALs: their values after this transaction. */
  readonly globals?: Readonly<Record<string, PlainValue>>;
}

/** An expectation of a result, and whether it is met. */
export interface Expectation {
  readonly label: string;
  /** The model of the reply. */
  readonly model: string;
  readonly isMet: boolean;
}

/** How often an EXPECT was met, of one model's replies. */
export interface ExpectationCount {
  readonly label: string;
  readonly model: string;
  readonly met: number;
  readonly total: number;
}

/**
 * A correction of a finished transaction: it is run again, replaying its paid replies, and the batch's files are
 * rewritten.
 */
export interface Revision {
  /** The corrected RUN: the result's `lastRun`. */
  readonly run: string;
  /** A manual reply that replaces the model's; null to ask the model again. */
  readonly reply: string | null;
}

/** How much of a prompt and a reply is kept for display. */
export const KEPT_TEXT_CHARACTERS = 4_000;

export type PlainValue = string | number | boolean;

/**
 * 1: a key counts the RUNs that its transaction has executed. 2: it names the PROMPT and the RUN and counts their
 * occurrences, so that a condition on the time or the cost, which may differ after a resume, leads to another key. 3:
 * it also names the iterations of the enclosing loops and counts within them, for the same reason. If earlier batches
 * write files, a key of 3 also has a hash of its transaction's input, which may come from these. 4: the same if earlier
 * batches assign GLOBALs that are read; the hash covers these and the REFs that the run has written. 5: the same if
 * earlier batches write only a log.
 */
export type KeyVersion = 1 | 2 | 3 | 4 | 5;

/** Parts of a memo by name: values as JSON, null for removed parts. */
export type MemoChanges = Readonly<Record<string, string | null>>;

/** Totals of the replies. */
export type Spent = Pick<TransactionResult, 'inputTokens' | 'outputTokens' | 'costMicroUsd'>;

/** The state of a run besides its results. A host stores it part by part (`MemoChanges`). */
export interface RunMemo {
  /** Version of the key format, listed at `nextKey`. A run keeps the version it began with. */
  readonly version: KeyVersion;
  /**
   * Version of reading and asking. 2: replies may have additional fields, fields have kinds, GET's fields are included,
   * and PDFs have page marks. Absent: 1.
   */
  readonly rules?: 1 | 2;
  /** Start of the run, in milliseconds since 1970: keeps DATE in output names stable. */
  readonly startedAtMs: number;
  /** Fingerprints of the sources, by batch. */
  readonly sources: Record<string, readonly Fingerprint[]>;
  /** Texts created by OPTIMIZE, by `batch/prompt`. */
  readonly optimized: Record<string, string>;
  /** Cost of OPTIMIZE, which is in no transaction's result; also if the author's text was kept. */
  readonly optimizeCosts: Record<string, Spent>;
  /** Files written by finished batches. */
  readonly written: Record<string, readonly WrittenFile[]>;
  /** Files written by unfinished batches, replaced by those of the finished batch. */
  readonly partial: Record<string, readonly WrittenFile[]>;
  /** The parts of a batch's sources that its files need, so that they can be written without the sources. */
  readonly shapes: Record<string, BatchShape>;
  /**
   * Permanently failed RUNs that the script retries, by key, while their transaction is in flight: after a crash they
   * are not sent again in place of the retry that was paid.
   */
  readonly failedRuns: Record<string, string>;
  /** GLOBALs after the latest finished batch. */
  globals: Readonly<Record<string, PlainValue>>;
}

/** Column information needed to write a batch's results to files. */
export interface BatchShape {
  readonly total: number;
  readonly driver: 'rows' | 'files' | 'none';
  readonly driverColumns: readonly string[];
  readonly driverFormats?: readonly ('date' | 'percent' | null)[];
  /** Files below PATH_OUT that the batch reads, which no output may use. */
  readonly reserved: readonly string[];
}

/** A file written by a run, at its path. */
export interface FileRecord extends Required<Omit<WrittenFile, 'isKept'>>, Pick<WrittenFile, 'isKept'> {
  /** It contains all transactions of its batch. */
  readonly isWhole: boolean;
}

export interface LogLine {
  readonly atMs: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface RunProgress {
  /** The current batch, from 1; 0 before the first. */
  readonly batch: number;
  readonly batches: number;
  /** Finished and total transactions of the batch. */
  readonly current: number;
  readonly total: number;
  readonly totals: RunTotals;
  readonly inFlight: number;
  /** Set while waiting at a provider's request. */
  readonly waitingUntilMs?: number;
}

/** Totals of the whole run, including earlier parts of a resumed run. */
export interface RunTotals {
  /** Transactions of all batches begun so far. */
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  /** Successful transactions with a truncated reply (token limit or broken connection). */
  readonly cutOff: number;
  /** Transactions with a reply that was stored before and cost nothing. */
  readonly reused: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null if a price is unknown. */
  readonly costMicroUsd: number | null;
}

/** For a run that ended before anything was counted. */
export const NO_TOTALS: RunTotals = {
  total: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  cutOff: 0,
  reused: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
};

/** The outcome of a run. `outputs` are the files written, including those of a run that stopped early. */
export interface RunOutcome {
  readonly status: 'completed' | 'failed';
  /** For a completed run, which may have failed transactions, null, or `trial` if transactions are left. */
  readonly reason: StopReason | null;
  /**
   * For a failed run: a user-facing sentence on what happened and what to do. For a completed one: why failed
   * transactions were not run again, or null.
   */
  readonly message: string | null;
  readonly totals: RunTotals;
  readonly outputs: readonly WrittenFile[];
  /** After a trial: the number of transactions left. */
  readonly remaining?: number;
  /** Of scripts with EXPECT. */
  readonly expects?: readonly ExpectationCount[];
}

/**
 * Why a run ended early. `trial`: it finished the transactions of the trial, and counts as completed. `source`: an
 * unreadable file; `source-changed`: a file differs from the start of the run or the estimate; `script`: a limit of the
 * language was exceeded, or a line is unknown; `output`: a file cannot be written; `host`: a host call rejected;
 * `worker`: the worker crashed repeatedly.
 */
export type StopReason =
  | 'trial'
  | 'cancelled'
  | 'halted'
  | 'cost-limit'
  | 'funds'
  | 'unavailable'
  | 'source'
  | 'source-changed'
  | 'script'
  | 'output'
  | 'host'
  | 'worker';

/** Approximate size of a result in characters. */
export function charactersOf({ prompt, reply, outputs, logLines }: TransactionResult): number {
  let characters = prompt.length + reply.length;
  for (const { result } of outputs) characters += result.reply.length;
  for (const line of logLines) characters += line.length;
  return characters;
}
