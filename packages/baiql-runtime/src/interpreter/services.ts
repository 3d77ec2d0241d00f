import type { PlanBatch, PlanText } from '@promptwell/baiql-lang';
import type { CompletionReply, Reference, ScreenVerdict } from '../host.js';
import type { KeyVersion, PlainValue } from '../records.js';
import type { ReplyField } from '../reply-fields.js';
import type { BatchFacts, RunStats } from './built-ins.js';
import type { Matcher } from './match.js';
import type { MemoryLimiter } from './memory-limiter.js';
import type { StopCause } from './script-error.js';

/** One request of a transaction, without the parts that the whole batch shares. */
export interface Ask {
  readonly key: string;
  readonly prompt: string;
  /**
   * The problem of the previous reply, added to the prompt. A stored reply to the plain prompt also answers this
   * request.
   */
  readonly refusal?: string;
  readonly json: boolean;
  /** The requested JSON fields. Absent: any JSON. */
  readonly fields?: readonly ReplyField[];
  readonly isClosed?: boolean;
  /** The STEP of this request, which may have its own MODEL; 0 before the first. */
  readonly step: number;
  readonly reuse: 'any' | 'run' | 'none';
  /** Must be answered from storage; nothing may be sent. */
  readonly onlyStored?: boolean;
  /** True if a replayed reply counts toward the cost; false if the earlier result already includes it. */
  readonly countsReplay: boolean;
  /** The first request of its transaction, which LIMIT counts. */
  readonly isFirst: boolean;
  /** Documents of this transaction only. */
  readonly references: readonly Reference[];
}

/** Transient failures have been retried already, so a failure is permanent. */
export type AskOutcome =
  | CompletionReply
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'stopped'; readonly cause: StopCause; readonly message: string };

/** Dependencies of a body, implemented differently by a run and an estimate. */
export interface BodyServices {
  ask(ask: Ask): Promise<AskOutcome>;
  /** @param step the STEP whose model answers. */
  screen(text: string, step: number): Promise<ScreenVerdict>;
  /** `GET … FROM FILE`. @throws TransactionError */
  readFile(path: string): Promise<string>;
  /** Why the RUN with this key failed before a crash; undefined if it did not. */
  previousFailure(key: string): string | undefined;
  /** Stores the failure of a RUN before the script sends it again. */
  keepFailure(key: string, message: string): Promise<void>;
  /** For the monitor. */
  log(text: string): void;
  readonly nowMs: () => number;
  readonly figures: () => RunStats;
}

/** Constant for all bodies of a batch. */
export interface BatchContext {
  readonly batch: PlanBatch;
  readonly keyVersion: KeyVersion;
  /**
   * Hashes of the input shared by all transactions. Keys and results include a hash of the transaction's input if an
   * earlier batch may have written it, and these are part of it. Null: keys have no hash.
   */
  readonly sharedHashes: readonly string[] | null;
  readonly facts: BatchFacts;
  /** The prompts' texts, after OPTIMIZE. */
  readonly prompts: ReadonlyMap<number, PlanText>;
  /** RUNs whose reply goes to a `FORMAT json` output, with the requested fields. */
  readonly jsonRuns: ReadonlyMap<number, readonly ReplyField[]>;
  /** Set for runs that began when replies could have no additional fields. */
  readonly hasClosedFields?: boolean;
  /** True if the script handles failed RUNs itself (RETRY, ERRFL), so that a body continues after one. */
  readonly handlesFailures: boolean;
  /** Names the script assigns somewhere: empty until they have a value. */
  readonly assigned: ReadonlySet<string>;
  /** Values of SETs outside batches. */
  readonly base: ReadonlyMap<string, PlainValue>;
  /** GLOBALs; one map for the whole run. */
  readonly globals: Map<string, PlainValue>;
  /** In an estimate replies are unknown, so values read from them are empty. */
  readonly isDry: boolean;
  /** Callback for an estimate: the values of a prompt's placeholders. */
  readonly noteFilled?: (written: string, value: string) => void;
  readonly matcher: Matcher | null;
  /** Shared by all transactions in flight. */
  readonly room: MemoryLimiter;
  readonly services: BodyServices;
}
