import { v7 as newTimeOrderedId } from 'uuid';
import type { CallIdentity, HoldRequest, HoldResult, Replay } from '../contract';
import { SYSTEM, userAccount, type AccountRow } from '../rules/accounts';
import { answerOf } from '../rules/earlier-answer.server';
import { holdAmount } from '../rules/hold-amount';
import { EMPTY_DAY } from '../rules/rows';
import { assertAffordable, spendFactsFor } from '../rules/spend-limits';
import type { LedgerParts } from './parts.server';

/** Reserves the worst-case cost, or returns the stored response of the same request. */
export function hold(parts: LedgerParts, request: HoldRequest): HoldResult {
  const { accounts, operations, days, clock } = parts;
  const amount = holdAmount(request);
  const nowMs = clock();
  const payer = request.isFree ? SYSTEM.promo : userAccount(request.userId);
  const account = accounts.findOrCreate(request.userId); // must exist first: foreign key
  const operation = { ...request, id: newTimeOrderedId(), now: BigInt(nowMs) };
  // Keys are nearly always new, so insert first and look up only on a conflict. A refusal below rolls this back.
  if (!operations.start(operation)) {
    const earlier = operations.find(request.userId, request.endpoint, request.idempotencyKey);
    const replayed = earlier && answerOf(parts, request, earlier);
    if (replayed) return replayed;
    if (earlier) operations.restart(earlier.id, operation);
  }
  assertAffordable({ request, amount, account, ...readSpending(parts, request, account, nowMs) });
  operations.hold(operation, { accountId: payer, amount, processId: parts.processId });
  accounts.hold(payer, amount);
  if (request.isFree) days.addFreeCalls(request.userId, nowMs, 1n, request.isOptimization ?? false);
  return { kind: 'held', operationId: operation.id, amountMicroUsd: amount };
}

/** The stored response of the same request; undefined if there is none or the last attempt failed. */
export function replay(parts: LedgerParts, call: CallIdentity): Replay | undefined {
  const earlier = parts.operations.find(call.userId, call.endpoint, call.idempotencyKey);
  return earlier && answerOf(parts, call, earlier);
}

function readSpending(
  { days, keyMonths, operations }: LedgerParts,
  request: HoldRequest,
  account: AccountRow,
  nowMs: number,
) {
  const { userId } = request;
  const facts = spendFactsFor(request, account);
  return {
    today: facts.today ? days.find(userId, nowMs) : EMPTY_DAY,
    spentThisMonth: facts.month ? days.spentInMonth(userId, nowMs) : 0n,
    usedWithKey:
      facts.key === undefined
        ? 0n
        : keyMonths.spent(facts.key, nowMs) + operations.heldWithKey(userAccount(userId), facts.key),
  };
}
