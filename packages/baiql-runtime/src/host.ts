import type {
  FileRecord,
  LogLine,
  MemoChanges,
  ResultPlace,
  RunProgress,
  TransactionResult,
} from './records.js';
import type { ReplyField } from './reply-fields.js';

/**
 * The engine's interface to its host, for one run. The engine has no access to a database, network or provider: the
 * program that runs scripts (web application, command line, test) implements these calls on the main thread.
 * All values are plain data. Amounts are whole micro-dollars (1 USD = 1,000,000) as numbers. A rejected promise stops
 * the run at once with the reason `host`; user-facing problems are returned as values instead.
 */
export interface RunHost {
  /**
   * Sends one RUN. When the promise resolves with a reply, the reply is durable under `request.key`.
   *
   * - A key that was answered before, in any process, returns the same reply with `replayed: true` and is not charged
   * again, even if the request differs (a prompt may contain the time of day).
   * - A key whose attempt failed may be sent again: the engine retries transient failures under the same key, and so
   * does a resumed run. A key is never in flight twice.
   * - `request.reuse` says which stored replies to an identical request (`request.fingerprint`) may be returned
   * instead, limited to those that pass `isReusable`: a retry never gets back the reply it should replace.
   * - The host neither retries nor throttles; the scheduler decides when to call it.
   * - `received`, if the host calls it, signals that the provider has responded: the next request is sent while this
   * reply is stored. Without it a PARALLEL slot is occupied until the promise resolves.
   * - When `signal` aborts, an unsent request is not sent (`cancelled`); a sent one is settled.
   */
  complete(
    request: CompletionRequest,
    signal: AbortSignal,
    received?: () => void,
  ): Promise<CompletionOutcome>;

  /**
   * A stored reply to an identical request, where `request.reuse` is `any`; null if there is none. A person's correction
   * of the reply to the same task (`request.taskHash`) comes first. It needs neither a place in the line nor room under
   * a cost limit. Absent: `complete` alone looks for it.
   */
  findReply?(request: CompletionRequest): Promise<CompletionReply | null>;

  /** Input tokens and maximum cost of the request. Called only if a cost limit applies. */
  quote(request: CompletionRequest): Promise<Quote>;

  /**
   * The checks of `RUN SCREEN` on the filled prompt: moderation, and the same text with personal data redacted. May
   * reject once `signal` has aborted.
   */
  screen(text: string, model: ModelFacts, signal: AbortSignal): Promise<ScreenVerdict>;

  /** The model of a MODEL line, or the run's default for null. `unknown` stops the run before anything is sent. */
  findModel(name: string | null): Promise<ModelFacts | UnknownModel>;

  /**
   * Input tokens of the requests as the model's provider bills them, including message framing and format, in order.
   */
  countTokens(model: ModelFacts, requests: readonly RequestText[]): Promise<number[]>;

  /**
   * Stores results; durable when it resolves. Called with batches at most every `CHECKPOINT_INTERVAL_MS`, one call at a
   * time. A result replaces the earlier one with the same batch and number.
   * Replies listed in `badReplies` no longer answer other requests of any run, nor does an equal text stored for an
   * identical request. Under their own keys they are still replayed.
   */
  checkpoint(results: readonly TransactionResult[]): Promise<void>;

  /**
   * Stored results ordered by batch and number, after a cursor (null: from the beginning). A page holds a limited
   * number of results, fewer if they are long; only an empty page is the end.
   */
  loadResults(after: ResultPlace | null, limit: number): Promise<TransactionResult[]>;

  /** Stores the changed parts of the run's memo atomically; durable when it resolves. One call at a time. */
  saveMemo(changes: MemoChanges): Promise<void>;
  /** All current parts of the memo; null for a run that never began. */
  loadMemo(): Promise<MemoChanges | null>;

  /**
   * Complete files that other runs have written to these paths and that may still exist. Absent: none are known, and
   * every run uses the names in its script.
   */
  standing?(paths: readonly string[]): Promise<readonly FileRecord[]>;

  /** Records the files this run has written and those that are gone; durable when it resolves. */
  recordFiles?(written: readonly FileRecord[], gone: readonly string[]): Promise<void>;

  /** Lines for the monitor, in chronological order. Not awaited. */
  log(lines: readonly LogLine[]): void;

  /** The run's progress, at most every `PROGRESS_INTERVAL_MS` and once at the end. Not awaited. */
  progress(snapshot: RunProgress): void;
}

/** How often results are stored. */
export const CHECKPOINT_INTERVAL_MS = 100;
/** How often progress is reported. */
export const PROGRESS_INTERVAL_MS = 200;

/** An available model. */
export interface ModelFacts {
  /** Key by which rate limits and failures are shared: all requests to one provider slow down together. */
  readonly provider: string;
  readonly model: string;
  /** The maximum reply length. */
  readonly maxOutputTokens: number;
  /** The context window, if known. */
  readonly contextTokens?: number;
  /** Default reply length if the script sets none; 4,096 if absent. */
  readonly usualOutputTokens?: number;
  /** Null if the price is unknown (costs are then unknown too). */
  readonly price: PriceFacts | null;
}

/** Micro-dollars per 1,000 tokens. */
export interface PriceFacts {
  readonly inputMicroUsdPer1k: number;
  readonly outputMicroUsdPer1k: number;
  /**
   * Price tiers by prompt length, shortest first, for models with more than two rates. The last tier whose token
   * threshold is exceeded applies.
   */
  readonly most?: readonly MaxOfPrice[];
}

export interface MaxOfPrice {
  readonly aboveInputTokens: number;
  readonly inputMicroUsdPer1k: number;
  readonly outputMicroUsdPer1k: number;
  /** Flat fee per request. */
  readonly requestMicroUsd: number;
}

/** An unavailable model; `message` is user-facing. */
export interface UnknownModel {
  readonly unknown: true;
  readonly message: string;
}

/** A document that precedes the prompt. */
export interface Reference {
  /** The document's file name. */
  readonly name: string;
  readonly text: string;
}

/** Both SHA-256, in hexadecimal. */
export interface RequestHashes {
  /** Of model, settings, prompt, fields and references. */
  readonly fingerprint: string;
  /** Of prompt, fields and references: a person's correction of the reply holds for any model. */
  readonly taskHash: string;
}

export interface CompletionRequest extends RequestHashes {
  /**
   * `execution/batch/transaction/step/prompt/run/n`: which PROMPT is sent by which RUN of the batch, both from 0; n
   * counts from 1 how often the transaction has sent it, including the script's retries. Inside loops, `t` and the
   * loops' iterations (innermost last) precede n, which counts within them (`…/0/1/t3.2/1`); if earlier batches write
   * files, so do `i` and a hash of the transaction's input. Stable across crashes, restarts and resumes. Runs of
   * earlier versions continue without the iterations, or with `execution/batch/transaction/step/n`. OPTIMIZE uses
   * `execution/batch/optimize/prompt/1`.
   */
  readonly key: string;
  readonly model: ModelFacts;
  /** The filled prompt. `promptWithReferences(request)` is sent. */
  readonly prompt: string;
  /** The same array in every request of a batch. */
  readonly references: readonly Reference[];
  /** Null: the provider's default. */
  readonly temperature: number | null;
  readonly topP: number | null;
  /** True if the model is asked for JSON. `replyFormatOf(request)` is the requested format. */
  readonly json: boolean;
  /** The requested JSON fields; a reply that lacks one is a failure. Absent: any JSON. */
  readonly fields?: readonly ReplyField[];
  /** Set for runs that began when replies could have no additional fields. */
  readonly isClosed?: boolean;
  /**
   * Which stored replies may be reused: `any` of this user's (CACHE), those of this `run` (the default), or `none`
   * (NOCACHE). Only replies to a request with the same fingerprint. The reply to this request may be reused by others
   * regardless.
   */
  readonly reuse: 'any' | 'run' | 'none';
  /**
   * Only a reply stored under this exact key may be returned, since a manual correction sends nothing. Without one the
   * result is `final`.
   */
  readonly onlyStored?: boolean;
  /** How often the engine has sent this key in this process, from 1. For logs only. */
  readonly attempt: number;
}

/** The parts of a request that determine its input tokens. */
export type RequestText = Pick<CompletionRequest, 'prompt' | 'references' | 'json' | 'fields' | 'isClosed'>;

export type CompletionOutcome = CompletionReply | CompletionFailure;

export interface CompletionReply {
  readonly kind: 'reply';
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /**
   * Cost of this reply. For a replay, the cost when it was paid, because its transaction may have stored no result
   * then; 0 for a cached reply; null if the price is unknown.
   */
  readonly costMicroUsd: number | null;
  /** Answered under this key before: nothing was sent or charged now. */
  readonly replayed: boolean;
  /** For a cached reply: what it would have cost. */
  readonly savedMicroUsd?: number;
  /**
   * The finish reason, unless normal: `length` at the token limit or `interrupted` by a broken connection, which are
   * kept and marked; `filtered` by the provider, which is a failure. A replay has the original reason.
   */
  readonly finish?: ReplyFinish;
  /** Warnings for the log, such as a setting the model does not support. */
  readonly notes?: readonly string[];
}

export type ReplyFinish = 'length' | 'filtered' | 'interrupted';

/** Finish reasons as the engine sees them. */
export function endingOf(
  finishReason: string,
  warnings: readonly string[],
): Pick<CompletionReply, 'finish' | 'notes'> {
  switch (finishReason) {
    case 'length':
    case 'filtered':
      return { finish: finishReason, notes: warnings };
    case 'interrupted': {
      const lost = 'The provider’s connection was lost; the reply contains only what arrived.';
      return { finish: finishReason, notes: [lost, ...warnings] };
    }
    // The account was suspended or deleted during the run.
    case 'stopped': {
      const ended = 'The request was stopped; the reply contains only what arrived.';
      return { finish: 'interrupted', notes: [ended, ...warnings] };
    }
    default:
      return { notes: warnings };
  }
}

/** `message` is user-facing and contains no key, prompt or provider text. */
export type CompletionFailure =
  /** A transient failure: the engine waits and retries. */
  | {
      readonly kind: 'retryable';
      readonly fault: TransientFault;
      readonly message: string;
      /** The provider's retry-after. */
      readonly waitMs?: number;
    }
  /** This request fails permanently: refused by the provider, too long, or over a personal limit per request. */
  | { readonly kind: 'final'; readonly message: string }
  /** The run cannot continue: no balance, no key, model disabled. It can be resumed. */
  | { readonly kind: 'stop'; readonly reason: 'funds' | 'unavailable'; readonly message: string }
  /** Cancelled before it was sent. */
  | { readonly kind: 'cancelled' };

/** Why a request failed transiently. `rate-limit` also slows the provider down for all runs. */
export type TransientFault =
  | 'rate-limit'
  /** An earlier attempt under this key is not settled yet; lasts at most 15 minutes if its end was never recorded. */
  | 'in-flight'
  | 'overloaded'
  | 'connection'
  | 'timeout'
  | 'empty-reply'
  | 'bad-answer';

export interface Quote {
  readonly inputTokens: number;
  /** Null if the price is unknown. */
  readonly maxCostMicroUsd: number | null;
}

export type ScreenVerdict =
  /** `warning`: why the text may be sent anyway; a log line. */
  | { readonly kind: 'allowed'; readonly text: string; readonly warning?: string }
  | { readonly kind: 'blocked'; readonly message: string };

/** What is sent to the model: the references, each under its file name, then the prompt. */
export function promptWithReferences(request: Pick<CompletionRequest, 'prompt' | 'references'>): string {
  const documents = request.references.map(({ name, text }) => `--- ${name} ---\n${text.trim()}\n`);
  if (documents.length === 0) return request.prompt;
  return `Reference material:\n\n${documents.join('\n')}\n--- end of the reference material ---\n\n${request.prompt}`;
}
