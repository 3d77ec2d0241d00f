import type { Queries } from '~/core/db/postgres/queries.server';
import { statement } from '~/core/db/postgres/statement.server';
import type { Redirection, Settled, Settlement, WriteOff } from '../contract';
import { tokenCount } from '../money';
import { checkRule } from '../price-rule';
import {
  openHold,
  releaseOf,
  settlementOf,
  warnOfOverrun,
  writeOffOf,
  type Ending,
} from '../rules/endings.server';
import type { HoldRow } from '../rules/rows';
import { addedUsage } from '../rules/usage';
import { storedRule } from '../stored-rule';
import { addToHeld, lockAccount, postAll } from './accounts.server';
import { balanceOf } from './balance.server';
import { addSpentWithKey, addToDay, findDay } from './days.server';
import { OPERATIONS } from './operations.server';
import type { LedgerParts } from './parts.server';

const addUsage = statement(
  `INSERT INTO ledger_usage (user_id, quarter, endpoint, provider, model, category_id, api_key_id, requests,
     free_requests, not_charged, input_tokens, output_tokens, cost, free_value, cache_saved)
   VALUES (@userId, @quarter, @endpoint, @provider, @model, @categoryId, @apiKeyId, @requests, @freeRequests, @notCharged,
     @inputTokens, @outputTokens, @costMicroUsd, @freeValueMicroUsd, @cacheSavedMicroUsd)
   ON CONFLICT (user_id, quarter, endpoint, provider, model, category_id, api_key_id) DO UPDATE SET
     requests = ledger_usage.requests + excluded.requests,
     free_requests = ledger_usage.free_requests + excluded.free_requests,
     not_charged = ledger_usage.not_charged + excluded.not_charged,
     input_tokens = ledger_usage.input_tokens + excluded.input_tokens,
     output_tokens = ledger_usage.output_tokens + excluded.output_tokens,
     cost = ledger_usage.cost + excluded.cost, free_value = ledger_usage.free_value + excluded.free_value,
     cache_saved = ledger_usage.cache_saved + excluded.cache_saved`,
);
const addUncharged = statement(
  `INSERT INTO ledger_uncharged (operation_id, user_id, at, provider, model, reason)
   VALUES (@operationId, @userId, @at, @provider, @model, @reason)`,
);

export async function settle<Result>(
  queries: Queries,
  parts: LedgerParts,
  settlement: Settlement<Result>,
): Promise<Settled<Result>> {
  const hold = await lockOwnHold(queries, parts, settlement.operationId);
  const { ending, amounts, result } = settlementOf(hold, settlement, {
    nowMs: parts.clock(),
    sealKey: parts.sealKey,
  });
  await writeEnding(queries, ending);
  warnOfOverrun(parts, hold, amounts.overrunMicroUsd);
  return { amounts, result, balance: await balanceOf(queries, parts, hold.userId) };
}

/** Switches an open operation to a fallback model. */
export async function redirect(
  queries: Queries,
  parts: LedgerParts,
  redirection: Redirection,
): Promise<void> {
  const { operationId, provider, model, price } = redirection;
  await lockOwnHold(queries, parts, operationId);
  checkRule(price);
  await queries.run(OPERATIONS.setModel, { operationId, provider, model });
  await queries.run(OPERATIONS.setPriceRule, { operationId, priceRule: storedRule(price) });
}

/** Releases the whole hold and books the loss, if any, to the platform. */
export async function release(
  queries: Queries,
  parts: LedgerParts,
  { operationId, reason, lossMicroUsd }: { operationId: string; reason: string; lossMicroUsd: bigint },
): Promise<void> {
  const hold = await lockOwnHold(queries, parts, operationId);
  await writeEnding(queries, releaseOf(hold, reason, lossMicroUsd, parts.clock()));
}

/** Returns false, without writing, if the daily allowance is used up. */
export async function writeOff(queries: Queries, parts: LedgerParts, request: WriteOff): Promise<boolean> {
  const hold = await lockOwnHold(queries, parts, request.operationId);
  const nowMs = parts.clock();
  const ending = writeOffOf(hold, request, nowMs);
  const { withoutText } = await findDay(queries, hold.userId, nowMs);
  if (withoutText >= tokenCount(request.maxPerDay, 'maxPerDay')) return false;
  await writeEnding(queries, ending);
  return true;
}

/** The hold as it is once its user's account is locked. */
export async function lockHold(queries: Queries, operationId: string): Promise<HoldRow | undefined> {
  const operation = await queries.get<{ userId: string }>(OPERATIONS.userOf, { operationId });
  if (!operation) return undefined;
  await lockAccount(queries, operation.userId);
  return queries.get<HoldRow>(OPERATIONS.hold, { operationId });
}

const lockOwnHold = async (queries: Queries, parts: LedgerParts, operationId: string): Promise<HoldRow> =>
  openHold(await lockHold(queries, operationId), parts.processId);

/** Writes all that the end of an operation changes. The platform's accounts, which all calls share, are locked last. */
export async function writeEnding(queries: Queries, ending: Ending): Promise<void> {
  const { hold, nowMs, spentMicroUsd: spent, answer, unchargedReason } = ending;
  const { operationId, userId, apiKeyId } = hold;
  await addToDay(queries, { userId, atMs: nowMs, spent, withoutText: ending.isWrittenOff ? 1n : 0n });
  if (apiKeyId !== null) await addSpentWithKey(queries, { apiKeyId, atMs: nowMs, spent });
  await queries.run(addUsage, addedUsage(hold, nowMs, ending.usage));
  if (unchargedReason !== undefined) {
    const { provider, model } = hold;
    await queries.run(addUncharged, {
      operationId,
      userId,
      at: nowMs,
      provider,
      model,
      reason: unchargedReason,
    });
  }
  if (ending.isFreeCallReturned) {
    const counter = hold.isOptimization ? 'freeOptimizations' : 'freeSends';
    await addToDay(queries, { userId, atMs: Number(hold.createdAt), [counter]: -1n });
  }
  await queries.run(OPERATIONS.endHold, {
    operationId,
    state: answer ? 'settled' : 'released',
    extras: answer?.extras ?? null,
    isCounted: answer?.isCounted ?? true,
  });
  if (answer) await queries.run(OPERATIONS.storeAnswer, { ...answer });
  else await queries.run(OPERATIONS.fail, { operationId, now: nowMs });
  if (ending.releasedMicroUsd > 0n) await addToHeld(queries, hold.accountId, -ending.releasedMicroUsd);
  await postAll(queries, ending.postings);
}
