import type { FileRecord, MemoChanges, ReplyFinish } from '@promptwell/baiql-runtime';

/** What is written into a state file while a run goes on. Plain data, as it is handed to a thread. */
export type StateWrite =
  | { readonly kind: 'reply'; readonly runId: string; readonly reply: ReplyRow }
  | {
      readonly kind: 'results';
      readonly runId: string;
      readonly owner: string;
      readonly results: readonly ResultRow[];
    }
  | { readonly kind: 'memo'; readonly runId: string; readonly owner: string; readonly changes: MemoChanges }
  | {
      readonly kind: 'files';
      readonly runId: string;
      readonly owner: string;
      readonly written: readonly FileRecord[];
      readonly gone: readonly string[];
    }
  | {
      readonly kind: 'status';
      readonly runId: string;
      readonly owner: string;
      readonly status: string;
      readonly reason: string | null;
    };

export interface ReplyRow {
  readonly key: string;
  readonly fingerprint: string;
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicroUsd: number | null;
  readonly finish: ReplyFinish | null;
  readonly atMs: number;
}

export interface ResultRow {
  readonly batch: number;
  readonly number: number;
  readonly status: string;
  /** How the keys of replies end that could not be used. */
  readonly badReplies: readonly string[];
  /** As JSON. */
  readonly result: string;
}

/** To the thread: a group of writes. */
export interface WriteGroup {
  readonly writes: readonly StateWrite[];
}

/** From the thread, when it has done what it could. */
export interface WrittenGroup {
  /** For each write null when it is durable, or why it was refused. */
  readonly refusals: readonly (string | null)[];
  /** Why the state file can no longer be written; null while it can. Replies are durable all the same. */
  readonly trouble: string | null;
}
