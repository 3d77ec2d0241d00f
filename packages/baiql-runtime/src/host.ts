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
 * What the engine asks of its host, for one run. The engine knows no database, no network and no provider: whoever
 * runs scripts (the web application, the command line, a test) answers these calls on the main thread.
 *
 * All values are plain data. Amounts are whole micro-dollars (1 USD = 1,000,000) as numbers. A method that rejects
 * stops the run at once with the reason `host`; what a person should read comes back as a value instead.
 */
export interface RunHost {
  /**
   * Answers one RUN. When the promise resolves with a reply, the reply is durable under `request.key`.
   *
   * - A key that was answered before, in whatever process, gives the same reply again with `replayed: true` and
   *   is not charged again, even where the request differs (a prompt may hold the time of day).
   * - A key whose attempt failed may come again: the engine retries passing failures under the same key, and so does a
   *   resumed run. One key is never asked twice at the same time.
   * - `request.reuse` says which stored replies to an identical request (`request.fingerprint`) may answer instead; of
   *   these only what `isReusable`: a retry never gets back the reply that it was to replace.
   * - The host retries nothing by itself and does not pace: the scheduler calls it when it is time to send.
   * - `received`, where the host calls it, says that the provider has answered: the next request is sent while this
   *   reply is being stored. Without it a place in PARALLEL is taken until the promise resolves.
   * - When `signal` aborts, what has not been sent is not sent (`cancelled`); what has been sent is settled.
   */
  complete(request: CompletionRequest, signal: AbortSignal, received?: () => void): Promise<CompletionAnswer>;

  /** Input tokens and the most that the request can cost; asked only where a limit of cost has to be kept. */
  quote(request: CompletionRequest): Promise<Quote>;

  /**
   * What `RUN SCREEN` asks about the filled prompt that this model is to answer: moderation, and the same text with
   * personal data redacted. It may reject once `signal` has aborted.
   */
  screen(text: string, model: ModelFacts, signal: AbortSignal): Promise<ScreenVerdict>;

  /** The model of a MODEL line; the run's default for null. `unknown` stops the run before anything is sent. */
  findModel(name: string | null): Promise<ModelFacts | UnknownModel>;

  /** Input tokens of requests as the model's provider bills them, frame and format included, in their order. */
  countTokens(model: ModelFacts, requests: readonly RequestText[]): Promise<number[]>;

  /**
   * Keeps results, durably when it resolves. Called with groups: at most every `CHECKPOINT_INTERVAL_MS`, one call at a
   * time. A result with the same batch and number takes the place of the earlier one.
   *
   * What a result names in `badReplies` answers no other request from then on, of whatever run, and neither does an equal
   * text that is stored for an identical request. Under their own keys they are replayed as ever.
   */
  checkpoint(results: readonly TransactionResult[]): Promise<void>;

  /**
   * Results kept earlier, by batch and number, after a place (null: from the beginning). At most so many, fewer where
   * they are long; only an empty page is the end.
   */
  loadResults(after: ResultPlace | null, limit: number): Promise<TransactionResult[]>;

  /** Keeps what has changed of the run's memo, all of it together, durably when it resolves. One call at a time. */
  saveMemo(changes: MemoChanges): Promise<void>;
  /** All parts of the memo as they are now; null for a run that never began. */
  loadMemo(): Promise<MemoChanges | null>;

  /**
   * Whole files that other runs have written to these places and that may still stand there. Absent: none is known, and
   * every run writes the names of its script.
   */
  standing?(paths: readonly string[]): Promise<readonly FileRecord[]>;

  /** Remembers what this run has written, and what of it is gone, durably when it resolves. */
  recordFiles?(written: readonly FileRecord[], gone: readonly string[]): Promise<void>;

  /** Lines for the monitor, in the order in which things happened. Not awaited. */
  log(lines: readonly LogLine[]): void;

  /** Where the run stands; at most every `PROGRESS_INTERVAL_MS`, and once at the end. Not awaited. */
  progress(snapshot: RunProgress): void;
}

/** How often results are handed over to be kept. */
export const CHECKPOINT_INTERVAL_MS = 100;
/** How often progress is reported. */
export const PROGRESS_INTERVAL_MS = 200;

/** A model that can be asked. */
export interface ModelFacts {
  /** Names whose limits and faults are shared: requests to one provider are slowed down together. */
  readonly provider: string;
  readonly model: string;
  /** The longest reply that may be asked for. */
  readonly maxOutputTokens: number;
  /** How much it can read, where that is known. */
  readonly contextTokens?: number;
  /** How long a reply may be where the script does not say; 4,096 when absent. */
  readonly usualOutputTokens?: number;
  /** Null when the price is not known (then costs are not either). */
  readonly price: PriceFacts | null;
}

/** Micro-dollars for 1,000 tokens. */
export interface PriceFacts {
  readonly inputMicroUsdPer1k: number;
  readonly outputMicroUsdPer1k: number;
  /**
   * What a request may come to where its price is more than two rates: by how long its prompt is, shortest first. The
   * last one whose tokens are passed counts.
   */
  readonly most?: readonly MostOfPrice[];
}

export interface MostOfPrice {
  readonly aboveInputTokens: number;
  readonly inputMicroUsdPer1k: number;
  readonly outputMicroUsdPer1k: number;
  /** For each request, whatever it says. */
  readonly requestMicroUsd: number;
}

/** A model that cannot be asked; `message` is a sentence for the user. */
export interface UnknownModel {
  readonly unknown: true;
  readonly message: string;
}

/** A document that goes before the prompt. */
export interface Reference {
  /** The document's file name. */
  readonly name: string;
  readonly text: string;
}

export interface CompletionRequest {
  /**
   * `execution/batch/transaction/step/prompt/run/n`: which PROMPT is sent by which RUN of the batch, both from 0; n
   * counts, from 1, how often the transaction has done so, retries by the script included. Within loops `t` and their
   * turns, the innermost last, stand before n, which counts within them (`…/0/1/t3.2/1`); where earlier batches write
   * files, `i` and a mark of what the transaction works on. The same after a crash, a
   * restart or a resume. Runs begun before that was so go on without the turns, or with
   * `execution/batch/transaction/step/n`. OPTIMIZE uses `execution/batch/optimize/prompt/1`.
   */
  readonly key: string;
  readonly model: ModelFacts;
  /** The filled prompt. What is sent is `promptWithReferences(request)`. */
  readonly prompt: string;
  /** In every request of a batch the same array. */
  readonly references: readonly Reference[];
  /** Null: the provider's own. */
  readonly temperature: number | null;
  readonly topP: number | null;
  /** Whether the model is asked for JSON. `replyFormatOf(request)` is what it is asked for. */
  readonly json: boolean;
  /** What the JSON is asked for; a reply that lacks one of these fields is a failure. Absent: anything. */
  readonly fields?: readonly ReplyField[];
  /** Its run began when the reply could have no other fields. */
  readonly isClosed?: boolean;
  /**
   * Which stored replies may answer: `any` of this user's (CACHE), those of this `run` (the default), or `none`
   * (NOCACHE). Only replies to a request with the same fingerprint. What is sent for this one may answer others,
   * whatever it says.
   */
  readonly reuse: 'any' | 'run' | 'none';
  /** Only what is stored under this very key may answer: a correction by hand sends nothing. Else it is `final`. */
  readonly onlyStored?: boolean;
  /** SHA-256, in hexadecimal, of model, settings, prompt, fields and references. */
  readonly fingerprint: string;
  /** From 1, counting how often the engine has sent this key in this process. For logs only. */
  readonly attempt: number;
}

/** What of a request its input tokens depend on. */
export type RequestText = Pick<CompletionRequest, 'prompt' | 'references' | 'json' | 'fields' | 'isClosed'>;

export type CompletionAnswer = CompletionReply | CompletionFailure;

export interface CompletionReply {
  readonly kind: 'reply';
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /**
   * What this reply cost: for a replay what it cost when it was paid, as the transaction that it belongs to may have
   * left no result then; 0 for one from the cache; null when the price is not known.
   */
  readonly costMicroUsd: number | null;
  /** Given under this key before: nothing was sent and nothing charged now. */
  readonly replayed: boolean;
  /** For an answer from the cache: what it would have cost. */
  readonly savedMicroUsd?: number;
  /**
   * How it ended, when not by itself: `length` at the limit of tokens, or `interrupted` when the connection broke, which
   * are kept and marked; `filtered` by the vendor's rules, which is a failure. A replay says the same as the first time.
   */
  readonly finish?: ReplyFinish;
  /** What its reader should know, each a sentence for the log: a setting that the model did not take. */
  readonly notes?: readonly string[];
}

export type ReplyFinish = 'length' | 'filtered' | 'interrupted';

/** What the engine is told of how a vendor's reply ended. */
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
    // Its account was suspended or deleted meanwhile.
    case 'stopped': {
      const ended = 'The request was stopped; the reply contains only what arrived.';
      return { finish: 'interrupted', notes: [ended, ...warnings] };
    }
    default:
      return { notes: warnings };
  }
}

/** `message` is a sentence for the user, without a key, prompt or vendor's prose. */
export type CompletionFailure =
  /** A fault that passes: the engine waits and sends again. */
  | {
      readonly kind: 'retryable';
      readonly fault: PassingFault;
      readonly message: string;
      /** How long the provider asked to wait. */
      readonly waitMs?: number;
    }
  /** This request fails for good: refused by the provider, too long, personal limits of one request. */
  | { readonly kind: 'final'; readonly message: string }
  /** The run cannot go on: no money, no key, model switched off. It can be resumed. */
  | { readonly kind: 'stop'; readonly reason: 'funds' | 'unavailable'; readonly message: string }
  /** Called off before it was sent. */
  | { readonly kind: 'cancelled' };

/** Why a request failed that may succeed later. `rate-limit` also slows the provider down for all runs. */
export type PassingFault =
  | 'rate-limit'
  /** An earlier attempt under this key is not settled yet: a quarter of an hour at most, when its end was not written. */
  | 'in-flight'
  | 'overloaded'
  | 'connection'
  | 'timeout'
  | 'empty-reply'
  | 'bad-answer';

export interface Quote {
  readonly inputTokens: number;
  /** Null when the price is not known. */
  readonly maxCostMicroUsd: number | null;
}

export type ScreenVerdict =
  /** `warning`: why the text may be sent all the same; a line of the log. */
  | { readonly kind: 'allowed'; readonly text: string; readonly warning?: string }
  | { readonly kind: 'blocked'; readonly message: string };

/** What is sent to the model: the references, each under its file's name, then the prompt. */
export function promptWithReferences(request: Pick<CompletionRequest, 'prompt' | 'references'>): string {
  const documents = request.references.map(({ name, text }) => `--- ${name} ---\n${text.trim()}\n`);
  if (documents.length === 0) return request.prompt;
  return `Reference material:\n\n${documents.join('\n')}\n--- end of the reference material ---\n\n${request.prompt}`;
}
