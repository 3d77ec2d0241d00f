import type {
  Expectation,
  FileRecord,
  LogLine,
  MemoChanges,
  ReplyFinish,
  RequestHashes,
  ResultPlace,
  RunOutcome,
  RunTotals,
  TransactionResult,
} from '@promptwell/baiql-runtime';
import type { RunReviews } from '../runs/responses';

/** The right to execute a run. The token is a fencing token: it identifies this claim of the run. */
export interface Claim {
  executionId: string;
  owner: string;
  token: number;
}

/** Another claim has taken over the run; writes of the earlier claim are refused. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
  constructor() {
    super('Another part of the server has taken this run over.');
  }
}

/** Fingerprint of a reply that only answers its own key. */
export const NOT_REUSED = '';

/** A reply that a run received. */
export interface StoredReply {
  key: string;
  executionId: string;
  userId: string;
  /** Fingerprint of the request, for reuse by identical requests; or `NOT_REUSED`. */
  fingerprint: string;
  /** `RequestHashes.taskHash` of the request. */
  taskHash: string;
  text: string;
  inputTokens: number;
  outputTokens: number;
  /** Why it ended, unless normally. */
  finish?: ReplyFinish | undefined;
  /** Cost of the original request, in micro-dollars. */
  costMicroUsd: number;
  /** A free copy of a stored reply. */
  isCopy: boolean;
}

/** The newest lines of a run that are kept. */
export const MAX_LINES = 10_000;

export interface StoredLine extends LogLine {
  /** From 1, in order of events; unique within a run. */
  number: number;
}

export type Verdict = 'accepted' | 'edited' | 'asked';

/** A user's review of a reply. */
export interface Review extends ResultPlace {
  executionId: string;
  verdict: Verdict;
  /** Not in the output files yet. */
  isPending: boolean;
  /** The RUN whose reply is reviewed, as the end of its key; empty if irrelevant. */
  run: string;
  /** The edited reply; empty for other verdicts. */
  text: string;
  /** The model's reply. */
  original: string;
}

/** A correction that a run takes from an earlier one. */
export interface CarriedCorrection extends Omit<Review, 'verdict' | 'isPending'> {
  taskHash: string;
}

/** A user's correction of the reply to a task. */
export interface Correction {
  text: string;
  /** The model's reply. */
  original: string;
  atMs: number;
}

/** `unmet`: does not meet an EXPECT; `cut-off`: its reply was cut off; `unseen`: not reviewed. */
export type ItemFilter = TransactionResult['status'] | 'edited' | 'unmet' | 'cut-off' | 'unseen';

export interface ItemQuery {
  executionId: string;
  /** Null: any status. */
  status: ItemFilter | null;
  after: ResultPlace;
  skip: number;
  limit: number;
  /** Full texts, or for a list only the beginning of the reply and no prompt. */
  texts?: 'all' | 'beginnings';
}

/** A result without the engine's fields. */
export type ItemRow = Pick<
  TransactionResult,
  keyof ResultPlace | 'status' | 'label' | 'costMicroUsd' | 'prompt' | 'reply'
> & {
  reason: string | null;
  expects: readonly Expectation[];
  /** A reply of it was stored before, for another request, and cost nothing. */
  isReused: boolean;
  review: { verdict: Verdict; isPending: boolean; text: string; original: string } | null;
};

/** The last run that wrote a file. */
export interface FileOfRun extends FileRecord {
  executionId: string;
  scriptName: string;
  createdAtMs: number;
}

/** Retention of runs. A run's cost is always kept, and so are the user's files where it wrote them. */
export interface RetentionRules {
  /** Age after which prompts, replies, log lines and file copies of ended runs are removed. */
  keepDetailsMs: number;
  /** The newest runs per user whose details are kept. */
  keepRuns: number;
  /** Age limit of stored replies, which answer identical requests. */
  keepRepliesMs: number;
  repliesOfUser: number;
}

export interface Swept {
  runs: number;
  replies: number;
}

/** Removes the copies of a run's files that are kept for it. */
export type DropFiles = (userId: string, executionId: string) => Promise<void>;

/** The writes of a run that go into one commit. */
export interface RunWrite {
  results: readonly TransactionResult[];
  lines: readonly LogLine[];
  replies: readonly StoredReply[];
  /** Corrections that the run takes from earlier ones, with the replies that hold them. */
  corrections: readonly CarriedCorrection[];
  totals: RunTotals | null;
  /** Changed entries only. */
  memo: MemoChanges | null;
}

/**
 * Writes of runs in progress: prepared statements on the shared connection, many rows per commit. A commit is refused
 * if the lease has passed to another process (docs/decisions/0007-runs-leases-and-checkpoints.md).
 */
export interface RunStore {
  claim(executionId: string, owner: string, untilMs: number): Promise<Claim | null>;
  waiting(): Promise<string[]>;
  /** Renews leases. Returns the claims that are still valid. */
  renew(claims: readonly Claim[], untilMs: number): Promise<Claim[]>;
  releaseLease(claim: Claim): Promise<void>;
  /** `left`: runs that a dead process was executing. */
  releaseOtherLeases(
    owner: string,
  ): Promise<{ left: readonly { id: string; userId: string }[]; setAside: number }>;
  /** Raises the charges of a run that no one executes to at least this amount. */
  countCharges(executionId: string, chargedMicroUsd: number): Promise<void>;

  /** Durable when it resolves. @throws LeaseLostError */
  write(claim: Claim, write: RunWrite): Promise<void>;
  /** False if the run has been cancelled. @throws LeaseLostError */
  markRunning(claim: Claim): Promise<boolean>;
  /** @throws LeaseLostError */
  finish(claim: Claim, outcome: RunOutcome, chargedMicroUsd?: number): Promise<void>;

  /** Records the run's current files. @throws LeaseLostError */
  recordFiles(claim: Claim, written: readonly FileRecord[], gone: readonly string[]): Promise<void>;
  /** The last runs of the same user that wrote these paths. */
  filesAt(executionId: string, paths: readonly string[]): Promise<FileOfRun[]>;
  filesIn(userId: string, folder: string): Promise<FileOfRun[]>;

  isActive(executionId: string): Promise<boolean>;
  /** Up to `limit` results, fewer if they are long; empty at the end. */
  loadResults(executionId: string, after: ResultPlace | null, limit: number): Promise<TransactionResult[]>;
  /** Results for display, in order, after a place. */
  items(query: ItemQuery): Promise<ItemRow[]>;
  countItems(executionId: string, filter: 'unmet' | 'cut-off' | 'unseen'): Promise<number>;
  /** The results at these places; undefined where there is none. */
  itemsAt(executionId: string, places: readonly ResultPlace[]): Promise<(ItemRow | undefined)[]>;
  /** Labels of transactions, in order, after a place. */
  labels(
    executionId: string,
    after: ResultPlace,
    limit: number,
  ): Promise<(ResultPlace & { label: string })[]>;
  /** Failed transactions with their reasons, in order, after a place. */
  failures(
    executionId: string,
    after: ResultPlace,
    limit: number,
  ): Promise<(ResultPlace & { reason: string })[]>;
  /** False: the run is in progress or still settling. */
  saveReview(review: Review): Promise<boolean>;
  removeReview(executionId: string, place: ResultPlace): Promise<boolean>;
  countReviews(executionId: string): Promise<RunReviews>;
  /** Null for a run that never started. */
  loadMemo(executionId: string): Promise<MemoChanges | null>;
  replyByKey(key: string): Promise<StoredReply | undefined>;
  /** The stored reply of one RUN of a transaction, by the end of its key; undefined if not stored. */
  replyOfRun(executionId: string, place: ResultPlace, ending: string): Promise<StoredReply | undefined>;
  replyToSame(request: {
    scope: 'run' | 'any';
    executionId: string;
    userId: string;
    fingerprint: string;
  }): Promise<StoredReply | undefined>;
  /** The user's correction of the reply to this task. */
  correctionOf(userId: string, taskHash: string): Promise<Correction | undefined>;
  /** When the user's latest reply to each request was stored, or corrected; null: there is none. */
  repliesStoredAt(userId: string, requests: readonly RequestHashes[]): Promise<(number | null)[]>;
  linesAfter(executionId: string, number: number, limit: number): Promise<StoredLine[]>;
  lastLineNumber(executionId: string): Promise<number>;

  /** Removes what the rules no longer keep, in small commits. An interrupted sweep is completed by the next one. */
  sweep(rules: RetentionRules, dropFiles?: DropFiles): Promise<Swept>;
  /** Removes all runs and scripts of a user, with all details, in small commits. */
  removeAllOf(userId: string): Promise<void>;
}
