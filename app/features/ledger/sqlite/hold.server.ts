import { randomUUID } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import type { CallIdentity, HoldRequest, HoldResult, Replay } from '../contract';
import { costMicroUsd, identifier, microUsd, tokenCount } from '../money';
import { SYSTEM, userAccount } from './accounts.server';
import type { OperationRow } from './operations.server';
import type { LedgerParts } from './parts.server';
import { unseal } from './seal.server';
import { refuseUnaffordable } from './spend-limits.server';

/** Sets the worst case of a call aside, or gives back what the same call answered before. */
export function hold(parts: LedgerParts, request: HoldRequest): HoldResult {
  const { accounts, operations, days, clock } = parts;
  const amount = checkedAmount(request);
  const replayed = replay(parts, request);
  if (replayed) return replayed;
  const earlier = operations.find(request.userId, request.endpoint, request.idempotencyKey);

  const nowMs = clock();
  const payer = request.isFree ? SYSTEM.promo : userAccount(request.userId);
  refuseUnaffordable(parts, request, amount, nowMs);

  const id = randomUUID();
  const now = BigInt(nowMs);
  const operation = {
    id,
    userId: request.userId,
    endpoint: request.endpoint,
    idempotencyKey: request.idempotencyKey,
    requestHash: request.requestHash,
    isFree: request.isFree ? 1n : 0n,
    provider: request.provider,
    model: request.model,
    now,
  };
  const newHold = {
    operationId: id,
    accountId: payer,
    amount,
    inputPrice: request.price.inputMicroUsdPer1k,
    outputPrice: request.price.outputMicroUsdPer1k,
    bootId: parts.bootId,
    now,
    deadline: BigInt(request.deadlineAtMs),
  };
  if (earlier) operations.restart(earlier.id, operation, newHold);
  else operations.start(operation, newHold);
  accounts.hold(payer, amount);
  if (request.isFree) days.addFreeSends(request.userId, nowMs, 1n);
  return { kind: 'held', operationId: id, amountMicroUsd: amount };
}

/** What the same call answered before; undefined when it has not been answered, or its last attempt failed. */
export function replay(parts: LedgerParts, call: CallIdentity): Replay | undefined {
  const earlier = parts.operations.find(call.userId, call.endpoint, call.idempotencyKey);
  if (!earlier) return undefined;
  if (earlier.requestHash !== call.requestHash) throw keyReused();
  return earlier.state === 'failed' ? undefined : earlierAnswer(parts, earlier);
}

function checkedAmount(request: HoldRequest): bigint {
  const { limits } = request;
  identifier(request.userId, 'userId');
  identifier(request.endpoint, 'endpoint');
  identifier(request.idempotencyKey, 'idempotencyKey');
  identifier(request.requestHash, 'requestHash');
  tokenCount(request.deadlineAtMs, 'deadlineAtMs');
  tokenCount(limits.freeSendsPerDay, 'freeSendsPerDay');
  if (limits.perRequestCapMicroUsd !== undefined) microUsd(limits.perRequestCapMicroUsd, 'perRequestCap');
  if (limits.dailyCapMicroUsd !== undefined) microUsd(limits.dailyCapMicroUsd, 'dailyCap');
  if (limits.chatFloorMicroUsd !== undefined) microUsd(limits.chatFloorMicroUsd, 'chatFloor');
  return costMicroUsd(request.price, request.inputTokens, request.maxOutputTokens);
}

function earlierAnswer(parts: LedgerParts, earlier: OperationRow): Replay {
  if (earlier.state === 'running') {
    throw new DomainError('conflict', 'This request is still being answered. Wait for its answer.', {
      code: 'in_flight',
    });
  }
  const answer = readableAnswer(parts, earlier);
  if (answer !== undefined) return { kind: 'replayed', operationId: earlier.id, answer };
  throw new DomainError(
    'conflict',
    'This request was answered before, and its answer is no longer kept. Send it again with a new key.',
    { code: 'answer_purged' },
  );
}

/** The stored answer of an operation; undefined once it is purged, or past its date and about to be. */
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

const keyReused = (): DomainError =>
  new DomainError(
    'unprocessable',
    'This idempotency key was used for another request. Use a new key for a new request.',
    { code: 'idempotency_key_reused' },
  );
