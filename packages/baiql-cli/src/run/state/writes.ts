import type { FileRecord, MemoChanges, ReplyFinish } from '@promptwell/baiql-runtime';

/** Writes to a state file during a run. Plain data for the thread. */
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
  /** Key suffixes of rejected replies. */
  readonly badReplies: readonly string[];
  /** As JSON. */
  readonly result: string;
}

/** To the thread: a group of writes. */
export interface WriteGroup {
  readonly writes: readonly StateWrite[];
}

/** From the thread: the result of a group. */
export interface WrittenGroup {
  /** Per write: null when durable, or the reason for its rejection. */
  readonly refusals: readonly (string | null)[];
  /** Why the state file is not writable; null while it is. Replies are durable anyway. */
  readonly trouble: string | null;
}
