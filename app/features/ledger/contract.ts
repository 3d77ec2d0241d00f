import type { BilledUsage, PriceRule } from './price-rule';
import type { SettledAmounts } from './settled-amounts';

export type { BilledUsage, PriceRule, SettledAmounts };

/**
 * The ledger: balances, holds and the reason for each entry. Amounts are BigInt micro-dollars (1 USD = 1,000,000). When
 * the promise of a method resolves, its effect is durable. Rules: docs/decisions/0003-ledger.md.
 */
export interface HoldRequest {
  userId: string;
  /** The kind of operation, e.g. "ai/complete". An idempotency key is unique per user and endpoint. */
  endpoint: string;
  idempotencyKey: string;
  /** Hash of everything that distinguishes this request from another. */
  requestHash: string;
  provider: string;
  model: string;
  /** The operation keeps this price, even if the model's price changes before it is settled. */
  price: PriceRule;
  /** Worst case: counted input, the clamped maximum output, and the maximum number of searches. */
  inputTokens: number;
  maxOutputTokens: number;
  searches: number;
  /** Length of a recording to transcribe, in whole seconds. */
  audioSeconds?: number | undefined;
  /** Fallback models. The hold covers the most expensive of all. */
  alternatives?: readonly Alternative[] | undefined;
  /** A free send: charged to the promo account and counted against the daily allowance. */
  isFree: boolean;
  /** For usage reports. */
  categoryId?: number | undefined;
  /** Free optimizations have a daily allowance separate from sends. */
  isOptimization?: boolean;
  limits: SpendLimits;
  /** The API key that the request is paid with. */
  apiKey?: PayingKey | undefined;
  /** After this time, an open hold counts as lost. Measured on a monotonic clock. */
  timeoutMs: number;
}

/** An API key with its own caps, which count besides the user's. Null means no cap. */
export interface PayingKey {
  id: string;
  perRequestCapMicroUsd: bigint | null;
  /** In a calendar month (UTC), open holds included. */
  monthlyCapMicroUsd: bigint | null;
}

/** A fallback model with its own worst case. */
type Alternative = Pick<HoldRequest, 'price' | 'inputTokens' | 'maxOutputTokens' | 'searches'>;

/** The model that takes over an operation, and the price it is settled at. */
export interface Redirection extends Pick<HoldRequest, 'provider' | 'model' | 'price'> {
  operationId: string;
}

export interface SpendLimits {
  /** The daily allowance for this kind of free operation: sends or optimizations. */
  freeSendsPerDay: number;
  perRequestCapMicroUsd?: bigint | undefined;
  dailyCapMicroUsd?: bigint | undefined;
  /** Chat cut-off: the balance must not fall below this. */
  chatFloorMicroUsd?: bigint | undefined;
  /** The floor the user chose, shown in messages, if the effective floor is higher. */
  chatCcoMicroUsd?: bigint | undefined;
  /** The monthly cap is suspended, for example because the team's plan has ended. */
  isMonthlyCapOff?: boolean | undefined;
}

/** The outcome of a hold. Refusals (funds, caps, a reused key) are thrown as DomainError. */
export type HoldResult =
  /** The id is valid for this attempt only: after a release and a retry, the old id has no effect. */
  { kind: 'held'; operationId: string; amountMicroUsd: bigint } | Replay;

export interface Replay {
  kind: 'replayed';
  operationId: string;
  answer: string;
}

/** Identifies an operation. */
export type CallIdentity = Pick<HoldRequest, 'userId' | 'endpoint' | 'idempotencyKey' | 'requestHash'>;

export interface Settlement<Result = unknown> extends BilledUsage {
  operationId: string;
  /** Text of the user's ledger entry. Defaults to "Request" or "Free request". */
  reason?: string | undefined;
  providerRequestId?: string | null;
  /**
   * Makes the result from the charge; pure. It is stored as JSON, to be replayed, unless it is null. With `doNotStore`, it
   * is sealed and short-lived.
   */
  resultOf: (amounts: SettledAmounts) => Result;
  doNotStore: boolean;
  /**
   * The connection broke. The rest of the hold, which the provider may have billed, is booked as the platform's loss.
   */
  isBrokenOff?: boolean;
  /** Doesn't count against the free allowance, because the server itself ended the completion. */
  isUncounted?: boolean;
}

/** A completion without visible text: only reasoning, or withheld by the vendor's filter. */
export interface WriteOff extends BilledUsage {
  operationId: string;
  reason: string;
  /** Write-offs per user and UTC day. */
  maxPerDay: number;
}

export interface Settled<Result = unknown> {
  amounts: SettledAmounts;
  /** What `resultOf` made of them. */
  result: Result;
  /** The user's balance after this charge. */
  balance: Balance;
}

export interface Credit {
  userId: string;
  amountMicroUsd: bigint;
  source: 'topup' | 'bonus' | 'grant';
  /** Idempotency key. */
  key: string;
  note?: string;
  actorId?: string;
}

interface Adjustment {
  userId: string;
  /** A negative amount is deducted, up to the available balance. */
  amountMicroUsd: bigint;
  key: string;
  note: string;
  actorId: string;
}

interface ClawBack {
  userId: string;
  amountMicroUsd: bigint;
  /** Defaults to `topup`, money that was paid. `bonus` takes back the bonus on a payment. */
  source?: 'topup' | 'bonus';
  key: string;
  note: string;
}

export interface Posted {
  /** False if this key was already posted; nothing is posted again. */
  isNew: boolean;
  /** Id of the posting, the same for a repeated key. */
  postingId: string;
  balanceAfterMicroUsd: bigint;
  debtMicroUsd: bigint;
}

/** A stored credit, adjustment or claw-back. */
export interface StoredPosting {
  key: string;
  kind: string;
  /** Change of the user's balance; negative for a deduction. */
  amountMicroUsd: bigint;
}

export interface Balance {
  postedMicroUsd: bigint;
  heldMicroUsd: bigint;
  /** posted - held, or 0 while there is debt. */
  availableMicroUsd: bigint;
  debtMicroUsd: bigint;
  spentTodayMicroUsd: bigint;
  freeSendsToday: number;
  freeOptimizationsToday: number;
}

export interface MonthlyCap {
  capMicroUsd: bigint | null;
  spentThisMonthMicroUsd: bigint;
}

export interface ReconcileReport {
  isSound: boolean;
  /** One sentence for each violated invariant. */
  faults: string[];
  accounts: number;
  entries: number;
  openHolds: number;
}

export interface RecoveryReport {
  releasedUndispatched: number;
  releasedAsLoss: number;
  lossMicroUsd: bigint;
}

export interface EntryPage {
  total: number;
  items: LedgerLine[];
}

/** One line of the user's ledger page: an entry or an open hold. */
export interface LedgerLine {
  id: string;
  occurredAtMs: number;
  kind: string;
  provider: string | null;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  amountMicroUsd: bigint;
  balanceAfterMicroUsd: bigint;
  reason: string;
  isOpenHold: boolean;
  apiKey: KeyName | null;
}

/** The API key that paid for a request. */
export interface KeyName {
  id: string;
  name: string;
}

export interface UsageSummary {
  totalRequests: number;
  totalInputTokens: number;
  totalOutputTokens: number;
  totalCostMicroUsd: bigint;
}

/**
 * Usage of one model and endpoint in 15 minutes. There may be very many of these, so amounts are micro-dollars as
 * numbers; the ledger's bounds keep them exact.
 */
export interface UsageInterval {
  startMs: number;
  endpoint: string;
  provider: string;
  model: string;
  /** 0 if the request named none. */
  categoryId: number;
  /** Null if the request was made without an API key. */
  apiKeyId: string | null;
  requests: number;
  /** How many of the requests were free. */
  freeRequests: number;
  /** Failed operations, which cost nothing. Not included in `requests`. */
  notCharged: number;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
  /** The regular price of the free requests. */
  freeValueMicroUsd: number;
  /** Saved by the vendors' prompt caches; negative if cache writes cost more. */
  cacheSavedMicroUsd: number;
}

export interface TimeSlot {
  startMs: number;
  endMs: number;
}

/** Limits usage to what one API key paid for. */
export interface UsageFilter {
  apiKeyId?: string | undefined;
}

/** How the amount of a charge was calculated. */
export interface Charge {
  provider: string;
  model: string;
  endpoint: string;
  idempotencyKey: string;
  categoryId: number | null;
  isFree: boolean;
  heldMicroUsd: bigint;
  price: PriceRule;
  usage: BilledUsage;
}

/** A failed operation, which wasn't charged. */
export interface UnchargedCall {
  operationId: string;
  atMs: number;
  provider: string;
  model: string;
  reason: string;
  apiKey: KeyName | null;
}

/** Filters for a user's entries. Costs are the amounts deducted from the balance. */
export interface EntrySearch {
  apiKeyId?: string | undefined;
  provider?: string | undefined;
  model?: string | undefined;
  /** Substring of the reason, case-insensitive. */
  reason?: string | undefined;
  minCostMicroUsd?: bigint | undefined;
  maxCostMicroUsd?: bigint | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
  /** Cursor: `next` of the previous page. */
  after?: string | undefined;
  limit: number;
}

/** `next` is the cursor of the next page; null on the last page. */
export interface FoundEntries {
  items: LedgerLine[];
  next: string | null;
}

export interface EntryQuery {
  /** Only what this API key paid for. */
  apiKeyId?: string | undefined;
  page: number;
  pageSize: number;
  startMs?: number | undefined;
  endMs?: number | undefined;
}

/** `purged`: completed and charged, but the stored response has been deleted. */
type OperationState =
  | { state: 'running' }
  | { state: 'failed' }
  | { state: 'purged' }
  | { state: 'answered'; answer: string };

export interface Ledger {
  /**
   * Checks all limits, reserves the worst case and marks the hold as dispatched. The provider request must follow at
   * once.
   */
  hold(request: HoldRequest): Promise<HoldResult>;
  /**
   * The stored response of an earlier identical request, so that it can be replayed before today's limits are checked.
   * Undefined if there is none.
   * @throws DomainError like `hold`, if the key is in flight or was used for another request
   */
  replay(call: CallIdentity): Promise<Replay | undefined>;
  /** Switches an operation to a fallback model and its price. The held amount is unchanged. */
  redirect(redirection: Redirection): Promise<void>;
  /** Charges min(actual, held), releases the rest and stores the result. */
  settle<Result>(settlement: Settlement<Result>): Promise<Settled<Result>>;
  /**
   * Releases the whole hold without a charge. The key may be retried. `lossMicroUsd` is booked as the platform's loss.
   */
  release(operationId: string, reason: string, lossMicroUsd?: bigint): Promise<void>;
  /**
   * Releases the hold and books the reported usage as the platform's loss, within the daily allowance. Returns false,
   * with no effect, if the allowance is used up; the operation must then be settled.
   */
  writeOff(forgiveness: WriteOff): Promise<boolean>;
  credit(credit: Credit): Promise<Posted>;
  /** Posts several credits atomically, such as a payment and its bonus. */
  creditAll(credits: readonly Credit[]): Promise<Posted[]>;
  adjust(adjustment: Adjustment): Promise<Posted>;
  clawBack(clawBack: ClawBack): Promise<Posted>;
  /**
   * Caps what a user may spend of their own balance in a calendar month (UTC), for example by a team's admin. Null
   * removes the cap.
   */
  setMonthlyCap(userId: string, capMicroUsd: bigint | null): Promise<void>;
  monthlyCaps(userIds: readonly string[]): Promise<ReadonlyMap<string, MonthlyCap>>;
  /** What was spent with each of these API keys in this calendar month (UTC). */
  spentWithKeys(apiKeyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** A user's postings whose key starts with this prefix, ordered by key. */
  postings(userId: string, keyPrefix: string): Promise<StoredPosting[]>;

  balance(userId: string): Promise<Balance>;
  /** Open holds first, then entries, newest first. The last page is as fast as the first. */
  entries(userId: string, query: EntryQuery): Promise<EntryPage>;
  /** Matching entries, newest first. */
  search(userId: string, search: EntrySearch): Promise<FoundEntries>;
  /** Charge details by entry id. Only completions have them. */
  charges(userId: string, entryIds: readonly string[]): Promise<ReadonlyMap<string, Charge>>;
  /**
   * Usage in the 15-minute intervals that start in the range. Given slots, such as days, returns the total of each slot
   * with its start as `startMs`.
   */
  usage(
    userId: string,
    range: TimeSlot | readonly TimeSlot[],
    filter?: UsageFilter,
  ): Promise<UsageInterval[]>;
  /** Uncharged operations in the range, newest first. */
  uncharged(
    userId: string,
    range: { startMs: number; endMs: number; limit: number },
    filter?: UsageFilter,
  ): Promise<UnchargedCall[]>;
  /** All lines in the same order, read in batches of a few hundred. */
  streamEntries(userId: string): AsyncIterable<LedgerLine>;
  /** All usage, oldest first, and all uncharged operations, newest first; also read in batches. */
  streamUsage(userId: string): AsyncIterable<UsageInterval>;
  streamUncharged(userId: string): AsyncIterable<UnchargedCall>;
  usageSummary(
    userId: string,
    range: { startMs?: number | undefined; endMs?: number | undefined } & UsageFilter,
  ): Promise<UsageSummary>;
  /** The state of one operation, so that a reloaded page can recover its completion. */
  operation(userId: string, endpoint: string, idempotencyKey: string): Promise<OperationState | undefined>;

  /** Call at start-up, before accepting requests: releases holds left open by earlier processes. */
  recover(): Promise<RecoveryReport>;
  /**
   * Releases overdue holds and deletes responses past their purge date. Runs every minute. Holds of this process expire
   * by a monotonic clock, those of others by the time of day.
   */
  sweep(): Promise<void>;
  /**
   * Deletes a user's stored responses, idempotency keys and request hashes when their account is deleted. The entries
   * stay.
   */
  forgetAnswers(userId: string): Promise<void>;
  reconcile(): Promise<ReconcileReport>;
}
