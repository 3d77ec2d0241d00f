import { v7 as newTimeOrderedId } from 'uuid';
import type { Queries } from '~/core/db/postgres/queries.server';
import type { CallIdentity, HoldRequest, HoldResult, Replay } from '../contract';
import { SYSTEM, userAccount, type AccountRow } from '../rules/accounts';
import { answerOf } from '../rules/earlier-answer.server';
import { holdAmount } from '../rules/hold-amount';
import { EMPTY_DAY, holdRow, operationRow, type OperationRow } from '../rules/rows';
import { assertAffordable, spendFactsFor } from '../rules/spend-limits';
import { addToHeld, lockAccount } from './accounts.server';
import { addToDay, findDay, spentInMonth, spentWithKey } from './days.server';
import { OPERATIONS } from './operations.server';
import type { LedgerParts } from './parts.server';

/** Reserves the worst-case cost, or returns the stored response of the same request. */
export async function hold(queries: Queries, parts: LedgerParts, request: HoldRequest): Promise<HoldResult> {
  const amount = holdAmount(request);
  const nowMs = parts.clock();
  const payer = request.isFree ? SYSTEM.promo : userAccount(request.userId);
  const account = await lockAccount(queries, request.userId);
  const operation = { ...request, id: newTimeOrderedId(), now: BigInt(nowMs) };
  if ((await queries.run(OPERATIONS.insert, operationRow(operation))) === 0) {
    const earlier = await findOperation(queries, request);
    const replayed = earlier && answerOf(parts, request, earlier);
    if (replayed) return replayed;
    if (earlier) await queries.run(OPERATIONS.reopen, { ...operationRow(operation), previousId: earlier.id });
  }
  assertAffordable({ request, amount, account, ...(await readSpending(queries, request, account, nowMs)) });
  const row = holdRow(operation, { accountId: payer, amount, processId: parts.processId });
  await queries.run(OPERATIONS.putHold, row);
  if (request.isFree) {
    const counter = request.isOptimization ? 'freeOptimizations' : 'freeSends';
    await addToDay(queries, { userId: request.userId, atMs: nowMs, [counter]: 1n });
  }
  await addToHeld(queries, payer, amount);
  return { kind: 'held', operationId: operation.id, amountMicroUsd: amount };
}

/** The stored response of the same request; undefined if there is none or the last attempt failed. */
export async function replay(
  queries: Queries,
  parts: LedgerParts,
  call: CallIdentity,
): Promise<Replay | undefined> {
  const earlier = await findOperation(queries, call);
  return earlier && answerOf(parts, call, earlier);
}

export const findOperation = (
  queries: Queries,
  { userId, endpoint, idempotencyKey }: Pick<CallIdentity, 'userId' | 'endpoint' | 'idempotencyKey'>,
): Promise<OperationRow | undefined> =>
  queries.get<OperationRow>(OPERATIONS.byKey, { userId, endpoint, idempotencyKey });

async function readSpending(queries: Queries, request: HoldRequest, account: AccountRow, nowMs: number) {
  const { userId } = request;
  const facts = spendFactsFor(request, account);
  return {
    today: facts.today ? await findDay(queries, userId, nowMs) : EMPTY_DAY,
    spentThisMonth: facts.month ? await spentInMonth(queries, userId, nowMs) : 0n,
    usedWithKey: facts.key === undefined ? 0n : await usedWithKey(queries, userId, facts.key, nowMs),
  };
}

async function usedWithKey(
  queries: Queries,
  userId: string,
  apiKeyId: string,
  nowMs: number,
): Promise<bigint> {
  const spent = await spentWithKey(queries, apiKeyId, nowMs);
  const held = await queries.get<{ sum: bigint }>(OPERATIONS.heldWithKey, {
    accountId: userAccount(userId),
    apiKeyId,
  });
  return spent + (held?.sum ?? 0n);
}
