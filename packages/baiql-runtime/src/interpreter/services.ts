import type { PlanBatch, PlanText } from '@promptwell/baiql-lang';
import type { CompletionReply, Reference, ScreenVerdict } from '../host.js';
import type { KeyVersion, PlainValue } from '../records.js';
import type { ReplyField } from '../reply-fields.js';
import type { BatchFacts, RunFigures } from './built-ins.js';
import type { Matcher } from './match.js';
import type { Room } from './room.js';
import type { StopCause } from './script-error.js';

/** One request of a transaction, before the engine adds what the whole batch shares. */
export interface Ask {
  readonly key: string;
  readonly prompt: string;
  /** What was wrong with the reply before, which the model is told. What answers the prompt alone answers this, too. */
  readonly refusal?: string;
  readonly json: boolean;
  /** What the JSON is asked for. Absent: anything. */
  readonly fields?: readonly ReplyField[];
  readonly isClosed?: boolean;
  /** The STEP that it belongs to, which may have a MODEL of its own; 0 before the first. */
  readonly step: number;
  readonly reuse: 'any' | 'run' | 'none';
  /** Nothing may be sent for it. */
  readonly onlyStored?: boolean;
  /** Whether a replayed reply is part of the cost; not when it is in the earlier result already. */
  readonly countsReplay: boolean;
  /** The first of its transaction: LIMIT counts it. */
  readonly isFirst: boolean;
  /** Documents of this transaction alone. */
  readonly references: readonly Reference[];
}

/** Passing faults have been waited out by now: a failure is for good. */
export type AskAnswer =
  | CompletionReply
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'stopped'; readonly cause: StopCause; readonly message: string };

/** What bodies need from their surroundings. A run and an estimate give it differently. */
export interface BodyServices {
  ask(ask: Ask): Promise<AskAnswer>;
  /** @param step whose model is to answer. */
  screen(text: string, step: number): Promise<ScreenVerdict>;
  /** `GET … FROM FILE`. @throws TransactionError */
  readFile(path: string): Promise<string>;
  /** Why the RUN of this key failed before a crash; undefined when it did not. */
  earlierFailure(key: string): string | undefined;
  /** Keeps the failure of a RUN that the script sends again, before it does. */
  keepFailure(key: string, message: string): Promise<void>;
  /** For the monitor. */
  log(text: string): void;
  readonly nowMs: () => number;
  readonly figures: () => RunFigures;
}

/** What is the same for all bodies of a batch. */
export interface BatchContext {
  readonly batch: PlanBatch;
  readonly keyVersion: KeyVersion;
  /**
   * Keys and results have a mark of what the transaction works on where an earlier batch may have written it. Part of it
   * are these hashes of what all share. Null: there are no marks.
   */
  readonly sharedMarks: readonly string[] | null;
  readonly facts: BatchFacts;
  /** The prompts' texts, improved where OPTIMIZE asks for it. */
  readonly prompts: ReadonlyMap<number, PlanText>;
  /** RUNs whose reply a `FORMAT json` output takes, with the fields that it is asked for. */
  readonly jsonRuns: ReadonlyMap<number, readonly ReplyField[]>;
  /** A run that began before fields were open asks for these and no others. */
  readonly hasClosedFields?: boolean;
  /** Whether the script looks after failed RUNs itself (RETRY, ERRFL), so that a body goes on after one. */
  readonly handlesFailures: boolean;
  /** Names that the script assigns somewhere: without a value yet, they are empty. */
  readonly assigned: ReadonlySet<string>;
  /** Values of SETs outside of batches. */
  readonly base: ReadonlyMap<string, PlainValue>;
  /** GLOBALs; one map for the whole run. */
  readonly globals: Map<string, PlainValue>;
  /** In an estimate replies are not known, so what is read from them is empty. */
  readonly isDry: boolean;
  /** An estimate is told what placeholders of a prompt are filled with. */
  readonly noteFilled?: (written: string, value: string) => void;
  readonly matcher: Matcher | null;
  /** Shared by all transactions at work. */
  readonly room: Room;
  readonly services: BodyServices;
}
