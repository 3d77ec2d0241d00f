import { v7 as newTimeOrderedId } from 'uuid';
import { DomainError } from '~/core/shared/errors';
import { unseal } from '~/core/server/seal.server';
import type { CallIdentity, HoldRequest, HoldResult, Replay } from '../contract';
import { identifier, microUsd, tokenCount } from '../money';
import { checkRule, worstCase } from '../price-rule';
import { answerPurged, keyReused } from '../errors.server';
import { SYSTEM, userAccount } from './accounts.server';
import type { OperationRow } from './operations.server';
import type { LedgerParts } from './parts.server';
import { assertAffordable } from './spend-limits.server';

/** Reserves the worst-case cost, or returns the stored response of the same request. */
export function hold(parts: LedgerParts, request: HoldRequest): HoldResult {
  const { accounts, operations, days, clock } = parts;
  const amount = checkedAmount(request);
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
  assertAffordable(parts, request, account, amount, nowMs);
  operations.hold(operation, { accountId: payer, amount, bootId: parts.bootId });
  accounts.hold(payer, amount);
  if (request.isFree) days.addFreeCalls(request.userId, nowMs, 1n, request.isOptimization ?? false);
  return { kind: 'held', operationId: operation.id, amountMicroUsd: amount };
}

/** The stored response of the same request; undefined if there is none or the last attempt failed. */
export function replay(parts: LedgerParts, call: CallIdentity): Replay | undefined {
  const earlier = parts.operations.find(call.userId, call.endpoint, call.idempotencyKey);
  return earlier && answerOf(parts, call, earlier);
}

function answerOf(parts: LedgerParts, call: CallIdentity, earlier: OperationRow): Replay | undefined {
  if (earlier.requestHash !== call.requestHash) throw keyReused();
  return earlier.state === 'failed' ? undefined : earlierAnswer(parts, earlier);
}

function checkedAmount(request: HoldRequest): bigint {
  const { limits, apiKey } = request;
  identifier(request.userId, 'userId');
  identifier(request.endpoint, 'endpoint');
  identifier(request.idempotencyKey, 'idempotencyKey');
  identifier(request.requestHash, 'requestHash');
  tokenCount(request.timeoutMs, 'timeoutMs');
  tokenCount(limits.freeSendsPerDay, 'freeSendsPerDay');
  if (limits.perRequestCapMicroUsd !== undefined) microUsd(limits.perRequestCapMicroUsd, 'perRequestCap');
  if (limits.dailyCapMicroUsd !== undefined) microUsd(limits.dailyCapMicroUsd, 'dailyCap');
  if (limits.chatFloorMicroUsd !== undefined) microUsd(limits.chatFloorMicroUsd, 'chatFloor');
  if (limits.chatCcoMicroUsd !== undefined) microUsd(limits.chatCcoMicroUsd, 'chatCco');
  if (apiKey) {
    identifier(apiKey.id, 'apiKey');
    if (apiKey.perRequestCapMicroUsd !== null)
      microUsd(apiKey.perRequestCapMicroUsd, 'perRequestCap of a key');
    if (apiKey.monthlyCapMicroUsd !== null) microUsd(apiKey.monthlyCapMicroUsd, 'monthlyCap of a key');
  }
  const amounts = [request, ...(request.alternatives ?? [])].map((each) =>
    worstCase(checkRule(each.price), each),
  );
  return amounts.reduce((dearest, amount) => (amount > dearest ? amount : dearest));
}

function earlierAnswer(parts: LedgerParts, earlier: OperationRow): Replay {
  if (earlier.state === 'running') {
    throw new DomainError('conflict', 'This request is still being answered. Wait for its answer.', {
      code: 'in_flight',
    });
  }
  const answer = readableAnswer(parts, earlier);
  if (answer !== undefined) return { kind: 'replayed', operationId: earlier.id, answer };
  throw answerPurged();
}

/** The stored response of an operation; undefined if it is purged or past its purge date. */
export function readableAnswer(
  { clock, sealKey, log }: LedgerParts,
  operation: OperationRow,
): string | undefined {
  const { id, answer, purgeAt } = operation;
  if (answer === null || (purgeAt !== null && purgeAt <= BigInt(clock()))) return undefined;
  if (operation.isAnswerSealed === 0n) return answer;
  const text = unseal(sealKey, id, answer);
  if (text === undefined) log.warn({ operationId: id }, 'a sealed answer does not open with the present key');
  return text;
}
