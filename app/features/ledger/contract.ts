import type { BilledUsage, PriceRule } from './price-rule';

export type { BilledUsage, PriceRule };

/**
 * The ledger: who has how much, what is set aside, and why. Amounts are BigInt micro-dollars (1 USD = 1,000,000).
 * Every method is durable when its promise resolves. Rules: docs/decisions/0003-ledger.md.
 */
export interface HoldRequest {
  userId: string;
  /** Names the kind of call, e.g. "ai/complete": the idempotency key is unique a person and endpoint. */
  endpoint: string;
  idempotencyKey: string;
  /** A hash of everything that makes the request what it is. */
  requestHash: string;
  provider: string;
  model: string;
  /** The call keeps it, whatever becomes of the model's price before it is settled. */
  price: PriceRule;
  /** Worst case: counted input, the clamped maximum output, and the most searches that the vendor may do. */
  inputTokens: number;
  maxOutputTokens: number;
  searches: number;
  /** Of a recording to be transcribed: its length in whole seconds. */
  audioSeconds?: number | undefined;
  /** What may answer in its place: the hold covers the dearest of all. */
  alternatives?: readonly Alternative[] | undefined;
  /** A free send: the promo account pays, and the day's allowance counts it. */
  isFree: boolean;
  /** What the request is about, for whoever adds up. */
  categoryId?: number | undefined;
  /** A free call of another kind than a send counts against a daily allowance of its own. */
  isOptimization?: boolean;
  limits: SpendLimits;
  /** The call takes no longer than this; afterwards its open hold counts as lost. Counted on a clock that nobody sets. */
  timeoutMs: number;
}

/** Another model for the same call, with the worst case there. */
type Alternative = Pick<HoldRequest, 'price' | 'inputTokens' | 'maxOutputTokens' | 'searches'>;

/** The model that a held call goes to now, and the rule that it is settled by. */
export interface Redirection extends Pick<HoldRequest, 'provider' | 'model' | 'price'> {
  operationId: string;
}

export interface SpendLimits {
  /** The allowance that a free call counts against: of sends, or of optimizations. */
  freeSendsPerDay: number;
  perRequestCapMicroUsd?: bigint | undefined;
  dailyCapMicroUsd?: bigint | undefined;
  /** Chat cut-off: the balance must not fall below this floor. */
  chatFloorMicroUsd?: bigint | undefined;
  /** What the person is told they chose, where the floor lies above it. */
  chatCcoMicroUsd?: bigint | undefined;
  /** Nobody answers for the person now, as a team's admin does while its plan is on: their monthly cap waits. */
  isMonthlyCapOff?: boolean | undefined;
}

/** What became of a request for a hold. Refusals (funds, caps, key used otherwise) are thrown as DomainError. */
export type HoldResult =
  /** The id stands for this attempt alone: after a release and a new attempt, the old id moves nothing any more. */
  { kind: 'held'; operationId: string; amountMicroUsd: bigint } | Replay;

export interface Replay {
  kind: 'replayed';
  operationId: string;
  answer: string;
}

/** What makes a call the same call. */
export type CallIdentity = Pick<HoldRequest, 'userId' | 'endpoint' | 'idempotencyKey' | 'requestHash'>;

export interface Settlement extends BilledUsage {
  operationId: string;
  /** What the person’s entry says; the usual words where it is left out. */
  reason?: string | undefined;
  providerRequestId?: string | null;
  /** What a replay gives back: the whole answer, as JSON text; null: it isn't kept. Sealed and short-lived when asked. */
  answer: string | null;
  doNotStore: boolean;
  /** The connection was lost in the middle: what the call may have cost beyond what was received is the platform's. */
  isBrokenOff?: boolean;
  /** The day’s allowance of free calls doesn’t count this one, which the server itself ended. */
  isUncounted?: boolean;
}

/** An answer that nobody can read: all of it was thinking, or the vendor's filter held it back. */
export interface Forgiveness extends BilledUsage {
  operationId: string;
  reason: string;
  /** So many answers of this kind cost a person nothing a day (UTC). */
  mostADay: number;
}

export interface Settled {
  chargedMicroUsd: bigint;
  /** Posted balance of the person after this charge. */
  balanceAfterMicroUsd: bigint;
  /** What the call cost beyond its hold, borne by the platform. */
  overrunMicroUsd: bigint;
}

export interface Credit {
  userId: string;
  amountMicroUsd: bigint;
  source: 'topup' | 'bonus' | 'grant';
  /** Makes the credit happen once. */
  key: string;
  note?: string;
  actorId?: string;
}

interface Adjustment {
  userId: string;
  /** Negative takes money away, at most what is available. */
  amountMicroUsd: bigint;
  key: string;
  note: string;
  actorId: string;
}

interface ClawBack {
  userId: string;
  amountMicroUsd: bigint;
  /** What is taken back: money that was paid, unless it is the bonus on it, which no card ever paid. */
  source?: 'topup' | 'bonus';
  key: string;
  note: string;
}

export interface Posted {
  /** False when this key had already been posted: nothing moved. */
  isNew: boolean;
  /** Names the posting, the same again for the same key: what is kept beside the books refers to it. */
  postingId: string;
  balanceAfterMicroUsd: bigint;
  debtMicroUsd: bigint;
}

/** A credit, adjustment or claw-back as it was posted. */
export interface KeptPosting {
  key: string;
  kind: string;
  /** What the person's balance gained; negative when it lost. */
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
  /** One sentence for each invariant that does not hold. */
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

/** One line of a person's ledger page: an entry, or a hold that is still open. */
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
}

export interface UsageSummary {
  totalRequests: number;
  totalInputTokens: number;
  totalOutputTokens: number;
  totalCostMicroUsd: bigint;
}

/**
 * What was used in a quarter of an hour, by one model for one kind of request. There may be very many: amounts are
 * micro-dollars as numbers, which the ledger's bounds keep exact.
 */
export interface UsageQuarter {
  startMs: number;
  endpoint: string;
  provider: string;
  model: string;
  /** 0: none was named. */
  categoryId: number;
  requests: number;
  /** Of the requests, those that cost nothing. */
  freeRequests: number;
  /** Calls that failed and cost nothing; `requests` has none of them. */
  notCharged: number;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
  /** What the free requests would have cost. */
  freeValueMicroUsd: number;
  /** What vendors' caches of prompts took off the price; below 0 where writing to them cost more. */
  cacheSavedMicroUsd: number;
}

export interface TimeSlot {
  startMs: number;
  endMs: number;
}

/** How the amount of a call came about. */
export interface Charge {
  provider: string;
  model: string;
  endpoint: string;
  categoryId: number | null;
  isFree: boolean;
  heldMicroUsd: bigint;
  price: PriceRule;
  usage: BilledUsage;
}

/** A call that failed and was not charged. */
export interface UnchargedCall {
  operationId: string;
  atMs: number;
  provider: string;
  model: string;
  reason: string;
}

/** What a person looks for among their entries. Costs are what an entry took from the balance. */
export interface EntrySearch {
  provider?: string | undefined;
  model?: string | undefined;
  /** Part of the reason, in any case. */
  reason?: string | undefined;
  minCostMicroUsd?: bigint | undefined;
  maxCostMicroUsd?: bigint | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
  /** Where the page before ended. */
  after?: string | undefined;
  limit: number;
}

/** `next` is where the list goes on; null at its end. */
export interface FoundEntries {
  items: LedgerLine[];
  next: string | null;
}

export interface EntryQuery {
  page: number;
  pageSize: number;
  startMs?: number | undefined;
  endMs?: number | undefined;
}

/** `purged`: it was answered and paid, and its answer is no longer kept. */
type OperationState =
  | { state: 'running' }
  | { state: 'failed' }
  | { state: 'purged' }
  | { state: 'answered'; answer: string };

export interface Ledger {
  /** Checks everything, sets the worst case aside and marks it dispatched: the caller sends right after. */
  hold(request: HoldRequest): Promise<HoldResult>;
  /**
   * What the same call answered before, so that a replay is given before anything about today is checked. Undefined:
   * it has not been answered. Refuses, as `hold` does, a key in flight or used for another request.
   */
  replay(call: CallIdentity): Promise<Replay | undefined>;
  /** Another model takes the call over: it is settled by that model's price. What is held stays. */
  redirect(redirection: Redirection): Promise<void>;
  /** Charges min(actual, held), gives the rest back and keeps the answer. */
  settle(settlement: Settlement): Promise<Settled>;
  /** Gives the whole hold back: nothing is charged. The same key may be tried again. `lossMicroUsd` is booked to the platform. */
  release(operationId: string, reason: string, lossMicroUsd?: bigint): Promise<void>;
  /**
   * As `release`, with the reported usage as the platform's loss, while the day's allowance lasts. False: it does not,
   * and nothing has moved; the caller settles as reported.
   */
  forgive(forgiveness: Forgiveness): Promise<boolean>;
  credit(credit: Credit): Promise<Posted>;
  /** Credits that belong together, such as a payment and its bonus: all of them happen or none. */
  creditAll(credits: readonly Credit[]): Promise<Posted[]>;
  adjust(adjustment: Adjustment): Promise<Posted>;
  clawBack(clawBack: ClawBack): Promise<Posted>;
  /**
   * Bounds what a person may spend of their own money in a calendar month (UTC): somebody who answers for them, such as
   * a team's admin, decides it. Null ends the bound.
   */
  setMonthlyCap(userId: string, capMicroUsd: bigint | null): Promise<void>;
  monthlyCaps(userIds: readonly string[]): Promise<ReadonlyMap<string, MonthlyCap>>;
  /** What was posted for a person under keys that begin so, in the order of the keys. */
  postings(userId: string, keyPrefix: string): Promise<KeptPosting[]>;

  balance(userId: string): Promise<Balance>;
  /** Newest first, after what is set aside just now. The last page costs what the first does. */
  entries(userId: string, query: EntryQuery): Promise<EntryPage>;
  /** The entries that match, newest first. */
  search(userId: string, search: EntrySearch): Promise<FoundEntries>;
  /** How the amounts of a person's entries came about, by the entry; only calls have such a story. */
  charges(userId: string, entryIds: readonly string[]): Promise<ReadonlyMap<string, Charge>>;
  /**
   * What was used in the quarters of an hour that begin in a range of time; given slots instead, such as days, what was
   * used in each, with its beginning as `startMs`.
   */
  usage(userId: string, range: TimeSlot | readonly TimeSlot[]): Promise<UsageQuarter[]>;
  /** Calls of a range of time that were not charged, the newest first. */
  uncharged(
    userId: string,
    range: { startMs: number; endMs: number; limit: number },
  ): Promise<UnchargedCall[]>;
  /** Every line there is, in the same order, read a few hundred at a time while it is taken. */
  everyEntry(userId: string): AsyncIterable<LedgerLine>;
  /** All that was ever used, the oldest first, and all calls that were not charged, the newest first; read likewise. */
  everyUsage(userId: string): AsyncIterable<UsageQuarter>;
  everyUncharged(userId: string): AsyncIterable<UnchargedCall>;
  usageSummary(
    userId: string,
    range: { startMs?: number | undefined; endMs?: number | undefined },
  ): Promise<UsageSummary>;
  /** What is known of one call, so that a reload finds its reply. */
  operation(userId: string, endpoint: string, idempotencyKey: string): Promise<OperationState | undefined>;

  /** At start-up, before traffic: ends the holds that an earlier boot left open. */
  recover(): Promise<RecoveryReport>;
  /**
   * Ends holds past their time and forgets answers past their purge date. Run every minute. A call of this process is
   * past its time when it has run for so long, whatever the time of day is.
   */
  sweep(): Promise<void>;
  /** Forgets what a person asked and was answered, when they delete their account. The entries stay. */
  forgetAnswers(userId: string): Promise<void>;
  reconcile(): Promise<ReconcileReport>;
}
