import type { OutputResult, WrittenFile } from './outputs/index.js';
import type { Fingerprint } from './sources/index.js';

export type TransactionStatus = 'succeeded' | 'failed' | 'skipped';

/** A place in the order of results. */
export interface ResultPlace {
  /** Number of the batch in the script, from 1. */
  readonly batch: number;
  /** Number of the transaction in its batch, from 1. */
  readonly number: number;
}

/** What became of one transaction: all that is needed to write the outputs, and to go on after a restart. */
export interface TransactionResult extends ResultPlace {
  readonly status: TransactionStatus;
  /** What a person knows it by: its file's name, or its row's first cell. */
  readonly label: string;
  /** Why it failed or was skipped; of one that succeeded, that a reply was cut off. */
  readonly reason?: string;
  /** A reply that it took was cut off. Absent: none was. */
  readonly isCutOff?: boolean;
  /** Its EXPECTs, in their order, and whether it met them. Absent: it came to none. */
  readonly expects?: readonly Expectation[];
  /** It does not meet one of them. Absent: it meets all. */
  readonly isUnmet?: boolean;
  /** The latest prompt and reply, cut to `KEPT_TEXT_CHARACTERS`. */
  readonly prompt: string;
  readonly reply: string;
  /**
   * RUNs whose replies were not taken, as their keys end: whoever runs it again passes them over, and what is sent then
   * has a new key. Numbers where the run has keys of the first version.
   */
  readonly failedRuns: readonly (string | number)[];
  /**
   * RUNs whose replies were taken, and on which a later statement has failed (`IF SCORE < 10` on "about nine"). They are
   * passed over as well, and what is asked in their place is not answered by a stored reply. Absent: none.
   */
  readonly badReplies?: readonly string[];
  /** The latest RUN, as its key ends. Absent: it came to none, or was made before this was kept. */
  readonly lastRun?: string;
  /** A mark of what it worked on, where an earlier batch of the run may have written that, or its row or file was replaced. */
  readonly input?: string;
  /** Its own row and files as they were. Absent: it has none, or they could not be read. */
  readonly source?: string;
  /** The job's round in which it ended so. Absent: 0. */
  readonly round?: number;
  /** What a person wants changed of it; the host adds it, and whatever continues the run sees to it. */
  readonly revision?: Revision;
  /** Replies that were received for it, replays included. */
  readonly runs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null when a price is not known. */
  readonly costMicroUsd: number | null;
  /** What it sends to the batch's OUTPUTs; a failed or skipped one may have sent some too, which are not written. */
  readonly outputs: readonly { readonly output: number; readonly result: OutputResult }[];
  /** Lines of WRITE_LOG. */
  readonly logLines: readonly string[];
  /** In a batch that assigns GLOBALs: their values after this transaction. */
  readonly globals?: Readonly<Record<string, PlainValue>>;
}

/** What is expected of a result, and whether it is so. */
export interface Expectation {
  readonly label: string;
  /** Whose reply it was. */
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

/** A correction of a transaction that has ended: it is run again with what was paid, and the batch's files are written anew. */
export interface Revision {
  /** The RUN that it is about: the result's `lastRun`. */
  readonly run: string;
  /** The reply by hand, given in place of the model's; null: the model is asked again. */
  readonly reply: string | null;
}

/** How much of a prompt and a reply is kept to be looked at. */
export const KEPT_TEXT_CHARACTERS = 4_000;

export type PlainValue = string | number | boolean;

/**
 * 1: a key counts the RUNs that its transaction has executed. 2: it names the PROMPT and the RUN, and counts how often
 * these have met, so that a condition on the time or the cost, which a resume may decide otherwise, leads to another key.
 * 3: it names the turns of the loops around the RUN as well, and counts within them: a condition in a loop likewise. Where
 * earlier batches write files, a key of 3 also has a mark of what its transaction works on, which may come from these. 4: so
 * does one where earlier batches assign GLOBALs that are read, and these and the REFs that the run has written are in it. 5: so
 * does one where earlier batches write a log alone.
 */
export type KeyVersion = 1 | 2 | 3 | 4 | 5;

/** Parts of a memo by their names: their values as JSON, null for those that are gone. */
export type MemoChanges = Readonly<Record<string, string | null>>;

/** What replies have come to. */
export type Spent = Pick<TransactionResult, 'inputTokens' | 'outputTokens' | 'costMicroUsd'>;

/** What a run must remember besides its results. A host keeps it part by part (`MemoChanges`). */
export interface RunMemo {
  /** How the keys of the run's requests are made: `nextKey` has them all. A run keeps to the one that it began with. */
  readonly version: KeyVersion;
  /**
   * How it reads and asks. 2: the fields of its replies are open, have kinds, and GET's are among them; its PDFs have page
   * marks. Absent: 1.
   */
  readonly rules?: 1 | 2;
  /** When the run began, in milliseconds since 1970: DATE in the name of an output stays what it was. */
  readonly startedAtMs: number;
  /** What the sources were, batch by batch. */
  readonly sources: Record<string, readonly Fingerprint[]>;
  /** Texts that OPTIMIZE made, by `batch/prompt`. */
  readonly optimized: Record<string, string>;
  /** What they have cost, which is part of no transaction's result; also where the author's text was kept. */
  readonly optimizeCosts: Record<string, Spent>;
  /** Files written, for batches that are finished. */
  readonly written: Record<string, readonly WrittenFile[]>;
  /** Files written, for batches that are not: they give way to those of the finished batch. */
  readonly partial: Record<string, readonly WrittenFile[]>;
  /** What the files of a batch are made from besides its results: they are written without its sources, too. */
  readonly shapes: Record<string, BatchShape>;
  /**
   * RUNs that failed for good and are followed by a retry of the script, by their keys, while their transaction is at
   * work: after a crash they are not sent again in place of the retry that has been paid.
   */
  readonly failedRuns: Record<string, string>;
  /** GLOBALs after the latest finished batch. */
  globals: Readonly<Record<string, PlainValue>>;
}

/** What results of a batch become files with. */
export interface BatchShape {
  readonly total: number;
  readonly driver: 'rows' | 'files' | 'none';
  readonly driverColumns: readonly string[];
  readonly driverFormats?: readonly ('date' | 'percent' | null)[];
  /** Files that the batch reads below PATH_OUT, which no output takes. */
  readonly reserved: readonly string[];
}

/** A file at the place where a run wrote it. */
export interface FileRecord extends Required<Omit<WrittenFile, 'isKept'>>, Pick<WrittenFile, 'isKept'> {
  /** It has all transactions of its batch. */
  readonly isWhole: boolean;
}

export interface LogLine {
  readonly atMs: number;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface RunProgress {
  /** The batch at work, from 1; 0 before the first. */
  readonly batch: number;
  readonly batches: number;
  /** Transactions of the batch that have ended, and all it has. */
  readonly current: number;
  readonly total: number;
  readonly totals: RunTotals;
  readonly inFlight: number;
  /** Set while a provider has asked to wait. */
  readonly waitingUntilMs?: number;
}

/** Counts over the whole run, earlier parts of a resumed run included. */
export interface RunTotals {
  /** Transactions of all batches begun so far. */
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of those that succeeded: a reply was cut off, at the limit of tokens or by the connection. */
  readonly cutOff: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null when a price is not known. */
  readonly costMicroUsd: number | null;
}

/** Of a run that ended before anything was counted. */
export const NO_TOTALS: RunTotals = {
  total: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  cutOff: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
};

/** How a run ended. `outputs` are the files written, also those of a run that stopped before its end. */
export interface RunOutcome {
  readonly status: 'completed' | 'failed';
  /** For a completed run, which may have failed transactions, null, or `trial` when there is more to do. */
  readonly reason: StopReason | null;
  /**
   * For a failed run: a sentence for the user that says what happened and what to do. For a completed one: why failed
   * transactions were not run again, or null.
   */
  readonly message: string | null;
  readonly totals: RunTotals;
  readonly outputs: readonly WrittenFile[];
  /** After a trial: how many transactions are left. */
  readonly remaining?: number;
  /** Of scripts with EXPECT. */
  readonly expects?: readonly ExpectationCount[];
}

/**
 * Why a run ended before its end. `trial`: it has done the transactions that it was to do first, and is completed.
 * `source`: a file that cannot be read; `source-changed`: not what it was when the run began, or was estimated;
 * `script`: beyond a bound of the language, or a line that it does not know; `output`: a file that cannot be written;
 * `host`: a host call rejected; `worker`: the worker died again and again.
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

/** About how much room a result takes. */
export function charactersOf({ prompt, reply, outputs, logLines }: TransactionResult): number {
  let characters = prompt.length + reply.length;
  for (const { result } of outputs) characters += result.reply.length;
  for (const line of logLines) characters += line.length;
  return characters;
}
