import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Logger } from '~/core/server/logger.server';
import { seal } from '~/core/server/seal.server';
import type { Settled, Settlement, WriteOff } from '../contract';
import { costByRule } from '../price-rule';
import { settledAmounts } from '../settled-amounts';
import { readRule } from '../stored-rule';
import {
  accountAfter,
  debtPayment,
  legsOf,
  SYSTEM,
  userAccount,
  type Posting,
  type PostingLeg,
} from './accounts';
import type { HoldRow, StoredAnswer } from './rows';
import { storedExtras, type UsageOfCall } from './usage';

/** How long a response is kept for replays. Sealed ones (`doNotStore`) are kept only as long as a retry may take. */
const KEEP_ANSWER_MS = 7 * DAY_MS;
const KEEP_SEALED_ANSWER_MS = 15 * MINUTE_MS;

/** All that the end of an operation writes, in the transaction that read its hold. */
export interface Ending {
  hold: HoldRow;
  nowMs: number;
  postings: Posting[];
  /** Released without a posting. */
  releasedMicroUsd: bigint;
  /** What the user spent today, and with the API key this month. */
  spentMicroUsd: bigint;
  usage: UsageOfCall;
  /** Why nothing was charged. */
  unchargedReason?: string;
  /** The free operation doesn't count on the day on which it began. */
  isFreeCallReturned: boolean;
  isWrittenOff?: boolean;
  answer?: StoredAnswer & { extras: string | null; isCounted: boolean };
}

interface Settling<Result> extends Pick<Settled<Result>, 'amounts' | 'result'> {
  ending: Ending;
}

export function settlementOf<Result>(
  hold: HoldRow,
  settlement: Settlement<Result>,
  { nowMs, sealKey }: { nowMs: number; sealKey: Buffer },
): Settling<Result> {
  const { inputTokens, outputTokens, doNotStore, isUncounted = false } = settlement;
  const isFree = hold.isFree === 1n;
  const amounts = settledAmounts(
    { amountMicroUsd: hold.amount, price: readRule(hold.priceRule), isFree },
    settlement,
  );
  const { costMicroUsd: cost, overrunMicroUsd: overrun } = amounts;
  /** By the user, or by the promo account for a free operation. */
  const paid = cost - overrun;
  const lost = settlement.isBrokenOff ? hold.amount - paid : 0n;
  const result = settlement.resultOf(amounts);
  const answer = result === null ? null : JSON.stringify(result);
  const payment: Posting = {
    ...callPosting(hold, nowMs),
    reason: settlement.reason ?? (isFree ? 'Free request' : 'Request'),
    inputTokens: BigInt(inputTokens),
    outputTokens: BigInt(outputTokens),
    sides: [...paymentLegs(hold, paid), ...revenueLegs(cost + lost, overrun + lost)],
  };
  const ending: Ending = {
    hold,
    nowMs,
    postings: withDebtPayment(hold, nowMs, [payment], 0n),
    releasedMicroUsd: 0n,
    spentMicroUsd: isFree ? 0n : paid,
    usage: {
      requests: 1n,
      inputTokens: BigInt(inputTokens),
      outputTokens: BigInt(outputTokens),
      ...(isFree
        ? { freeRequests: 1n, freeValueMicroUsd: paid }
        : { costMicroUsd: paid, cacheSavedMicroUsd: amounts.cacheSavedMicroUsd }),
    },
    isFreeCallReturned: isFree && isUncounted,
    answer: {
      id: hold.operationId,
      answer: answer !== null && doNotStore ? seal(sealKey, hold.operationId, answer) : answer,
      isSealed: answer !== null && doNotStore ? 1n : 0n,
      providerRequestId: settlement.providerRequestId ?? null,
      now: BigInt(nowMs),
      purgeAt: answer === null ? null : BigInt(nowMs + (doNotStore ? KEEP_SEALED_ANSWER_MS : KEEP_ANSWER_MS)),
      extras: storedExtras(settlement),
      isCounted: !isUncounted,
    },
  };
  return { ending, amounts, result };
}

/** Releases the whole hold and books the loss, if any, to the platform. */
export function releaseOf(hold: HoldRow, reason: string, lossMicroUsd: bigint, nowMs: number): Ending {
  const loss: Posting[] =
    lossMicroUsd > 0n
      ? [{ ...callPosting(hold, nowMs), reason, sides: revenueLegs(lossMicroUsd, lossMicroUsd) }]
      : [];
  return {
    hold,
    nowMs,
    postings: withDebtPayment(hold, nowMs, loss, hold.amount),
    releasedMicroUsd: hold.amount,
    spentMicroUsd: 0n,
    usage: { notCharged: 1n },
    unchargedReason: reason,
    isFreeCallReturned: hold.isFree === 1n,
  };
}

/** A completion without visible text, at the platform's expense. */
export const writeOffOf = (hold: HoldRow, request: WriteOff, nowMs: number): Ending => ({
  ...releaseOf(hold, request.reason, costByRule(readRule(hold.priceRule), request), nowMs),
  isWrittenOff: true,
});

/** How the hold of a process that has ended is released. */
export const releaseOfDeadProcess = (hold: HoldRow, nowMs: number): Ending =>
  hold.isDispatched
    ? releaseOf(hold, 'The server stopped during this call', hold.amount, nowMs)
    : releaseOf(hold, 'The server stopped before this call', 0n, nowMs);

export const releaseOfOverdue = (hold: HoldRow, nowMs: number): Ending =>
  releaseOf(hold, 'No answer before the deadline', hold.amount, nowMs);

/** The hold, if this process may end it. */
export function openHold(hold: HoldRow | undefined, processId: string): HoldRow {
  if (!hold) {
    throw new DomainError(
      'not-found',
      'The ledger has no such operation, or a later attempt took its place.',
      { code: 'operation_unknown' },
    );
  }
  switch (hold.state) {
    case 'settled':
      throw new DomainError('conflict', 'This operation is already settled.', { code: 'already_settled' });
    case 'released':
      throw new DomainError('conflict', 'This operation is already released.', { code: 'already_released' });
    case 'open':
      if (hold.processId === processId) return hold;
      throw new DomainError('conflict', 'Another process answers this operation.', {
        code: 'held_by_another',
      });
  }
}

export function warnOfOverrun({ log }: { log: Logger }, hold: HoldRow, overrunMicroUsd: bigint): void {
  if (overrunMicroUsd <= 0n) return;
  const { operationId, provider, model } = hold;
  log.warn(
    { operationId, provider, model, overrunMicroUsd: String(overrunMicroUsd) },
    'a call cost more than its hold; the platform bears the rest',
  );
}

/** Adds the payment of a debt from what this end leaves free on the paying account. */
function withDebtPayment(
  hold: HoldRow,
  nowMs: number,
  postings: Posting[],
  releasedMicroUsd: bigint,
): Posting[] {
  if (hold.debt <= 0n) return postings;
  const before = {
    posted: hold.posted,
    held: hold.held - releasedMicroUsd,
    debt: hold.debt,
    monthlyCap: null,
  };
  const after = accountAfter(before, hold.accountId, postings.flatMap(legsOf));
  const payment = debtPayment(hold.accountId, after, { id: hold.operationId, atMs: BigInt(nowMs) });
  return payment ? [...postings, payment] : postings;
}

const callPosting = (hold: HoldRow, nowMs: number): Omit<Posting, 'reason' | 'sides'> => ({
  id: hold.operationId,
  operationId: hold.operationId,
  provider: hold.provider,
  model: hold.model,
  apiKeyId: hold.apiKeyId,
  atMs: BigInt(nowMs),
});

/** The user's own entry comes first, even for a free send with amount 0. */
function paymentLegs(hold: HoldRow, charged: bigint): PostingLeg[] {
  const payment = { accountId: hold.accountId, amountMicroUsd: -charged, releasedMicroUsd: hold.amount };
  if (!hold.isFree) return [{ ...payment, kind: 'usage' }];
  return [
    { accountId: userAccount(hold.userId), amountMicroUsd: 0n, kind: 'usage' },
    { ...payment, kind: 'promo' },
  ];
}

/** Revenue is the full price; the part that wasn't charged is the platform's loss. */
const revenueLegs = (price: bigint, loss: bigint): PostingLeg[] => [
  { accountId: SYSTEM.revenue, amountMicroUsd: price, kind: 'revenue' },
  { accountId: SYSTEM.loss, amountMicroUsd: -loss, kind: 'loss' },
];
