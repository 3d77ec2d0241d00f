import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { WriteOff, Redirection, Settled, Settlement } from '../contract';
import { seal } from '~/core/server/seal.server';
import { tokenCount } from '../money';
import { checkRule, costByRule } from '../price-rule';
import { settledAmounts } from '../settled-amounts';
import { readRule } from '../stored-rule';
import { SYSTEM, userAccount, type Posting, type PostingLeg } from './accounts.server';
import { balanceOf } from './balance.server';
import type { HoldRow } from './operations.server';
import type { LedgerParts } from './parts.server';
import { storedExtras } from './usage.server';

/** How long a response is kept for replays. Sealed ones (`doNotStore`) are kept only as long as a retry may take. */
const KEEP_ANSWER_MS = 7 * DAY_MS;
const KEEP_SEALED_ANSWER_MS = 15 * MINUTE_MS;

export function settle<Result>(parts: LedgerParts, settlement: Settlement<Result>): Settled<Result> {
  const { accounts, operations, days, keyMonths, usage, clock, log } = parts;
  const hold = openHold(parts, settlement.operationId);
  const { inputTokens, outputTokens, doNotStore } = settlement;
  const isFree = hold.isFree === 1n;
  const price = readRule(hold.priceRule);
  const amounts = settledAmounts({ amountMicroUsd: hold.amount, price, isFree }, settlement);
  const { costMicroUsd: cost, overrunMicroUsd: overrun } = amounts;
  /** By the user, or by the promo account for a free operation. */
  const paid = cost - overrun;
  const lost = settlement.isBrokenOff ? hold.amount - paid : 0n;
  const result = settlement.resultOf(amounts);
  const nowMs = clock();

  accounts.post({
    ...callPosting(hold, nowMs),
    reason: settlement.reason ?? (isFree ? 'Free request' : 'Request'),
    inputTokens: BigInt(inputTokens),
    outputTokens: BigInt(outputTokens),
    sides: [...paymentLegs(hold, paid), ...revenueLegs(cost + lost, overrun + lost)],
  });
  if (!isFree) {
    days.addSpent(hold.userId, nowMs, paid);
    if (hold.apiKeyId !== null) keyMonths.addSpent(hold.apiKeyId, nowMs, paid);
  }
  usage.add(hold, nowMs, {
    requests: 1n,
    inputTokens: BigInt(inputTokens),
    outputTokens: BigInt(outputTokens),
    ...(isFree
      ? { freeRequests: 1n, freeValueMicroUsd: paid }
      : { costMicroUsd: paid, cacheSavedMicroUsd: amounts.cacheSavedMicroUsd }),
  });
  const answer = result === null ? null : JSON.stringify(result);
  operations.finish(
    {
      id: hold.operationId,
      answer: answer !== null && doNotStore ? seal(parts.sealKey, hold.operationId, answer) : answer,
      isSealed: answer !== null && doNotStore ? 1n : 0n,
      providerRequestId: settlement.providerRequestId ?? null,
      now: BigInt(nowMs),
      purgeAt: answer === null ? null : BigInt(nowMs + (doNotStore ? KEEP_SEALED_ANSWER_MS : KEEP_ANSWER_MS)),
    },
    storedExtras(settlement),
    !settlement.isUncounted,
  );
  if (settlement.isUncounted) returnFreeCall(parts, hold);
  if (overrun > 0n) {
    log.warn(
      {
        operationId: hold.operationId,
        provider: hold.provider,
        model: hold.model,
        overrunMicroUsd: String(overrun),
      },
      'a call cost more than its hold; the platform bears the rest',
    );
  }
  if (hold.debt > 0n) accounts.payDebt(hold.accountId, hold.operationId, BigInt(nowMs));
  return { amounts, result, balance: balanceOf(parts, hold.userId) };
}

/** Switches an open operation to a fallback model. */
export function redirect(parts: LedgerParts, redirection: Redirection): void {
  openHold(parts, redirection.operationId);
  checkRule(redirection.price);
  parts.operations.redirect(redirection);
}

/** Releases the whole hold and books the loss, if any, to the platform. */
export function release(parts: LedgerParts, operationId: string, reason: string, lossMicroUsd: bigint): void {
  const { accounts, operations, usage, clock } = parts;
  const hold = openHold(parts, operationId);
  const nowMs = clock();
  accounts.hold(hold.accountId, -hold.amount);
  operations.fail(operationId, BigInt(nowMs));
  usage.addUncharged(hold, nowMs, reason);
  returnFreeCall(parts, hold);
  if (lossMicroUsd > 0n) {
    accounts.post({ ...callPosting(hold, nowMs), reason, sides: revenueLegs(lossMicroUsd, lossMicroUsd) });
  }
  if (hold.debt > 0n) accounts.payDebt(hold.accountId, operationId, BigInt(nowMs));
}

/**
 * Writes off a completion without visible text at the platform's expense; returns false if the daily allowance is used
 * up.
 */
export function writeOff(parts: LedgerParts, request: WriteOff): boolean {
  const { operationId, reason, maxPerDay } = request;
  const hold = openHold(parts, operationId);
  const nowMs = parts.clock();
  const loss = costByRule(readRule(hold.priceRule), request);
  if (parts.days.find(hold.userId, nowMs).withoutText >= tokenCount(maxPerDay, 'maxPerDay')) return false;
  parts.days.addWithoutText(hold.userId, nowMs);
  release(parts, operationId, reason, loss);
  return true;
}

/** Decrements the free counter of the day on which the operation was counted. */
function returnFreeCall({ days }: LedgerParts, hold: HoldRow): void {
  if (hold.isFree) {
    days.addFreeCalls(hold.userId, Number(hold.createdAt), -1n, hold.isOptimization === 1n);
  }
}

function openHold({ operations }: LedgerParts, operationId: string): HoldRow {
  const hold = operations.findHold(operationId);
  if (!hold) {
    throw new DomainError(
      'not-found',
      'The ledger has no such operation, or a later attempt took its place.',
      {
        code: 'operation_unknown',
      },
    );
  }
  switch (hold.state) {
    case 'open':
      return hold;
    case 'settled':
      throw new DomainError('conflict', 'This operation is already settled.', { code: 'already_settled' });
    case 'released':
      throw new DomainError('conflict', 'This operation is already released.', { code: 'already_released' });
  }
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
