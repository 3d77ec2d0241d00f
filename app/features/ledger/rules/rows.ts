import type { HoldRequest } from '../contract';
import { storedRule } from '../stored-rule';

type StoredOperationState = 'running' | 'answered' | 'failed';

export interface OperationRow {
  id: string;
  requestHash: string;
  state: StoredOperationState;
  answer: string | null;
  isAnswerSealed: bigint;
  purgeAt: bigint | null;
}

/** A hold joined with its operation and account. */
export interface HoldRow {
  operationId: string;
  accountId: string;
  userId: string;
  endpoint: string;
  categoryId: bigint | null;
  apiKeyId: string | null;
  isFree: bigint;
  isOptimization: bigint;
  provider: string;
  model: string;
  amount: bigint;
  state: 'open' | 'settled' | 'released';
  isDispatched: bigint;
  priceRule: string;
  createdAt: bigint;
  /** The process that placed it. */
  processId: string;
  /** Of the paying account. */
  posted: bigint;
  held: bigint;
  debt: bigint;
}

/** A new attempt, with its own id. */
export type NewOperation = HoldRequest & { id: string; now: bigint };

export interface NewHold {
  accountId: string;
  amount: bigint;
  processId: string;
}

export interface StoredAnswer {
  id: string;
  answer: string | null;
  isSealed: bigint;
  providerRequestId: string | null;
  now: bigint;
  purgeAt: bigint | null;
}

/** The columns of a new operation. */
export const operationRow = (operation: NewOperation) => {
  const { id, userId, endpoint, idempotencyKey, requestHash, isFree, provider, model, now } = operation;
  const { categoryId, apiKey, isOptimization = false } = operation;
  return {
    id,
    userId,
    endpoint,
    idempotencyKey,
    requestHash,
    isFree: isFree ? 1n : 0n,
    isOptimization: isOptimization ? 1n : 0n,
    provider,
    model,
    now,
    categoryId: categoryId === undefined ? null : BigInt(categoryId),
    apiKeyId: apiKey?.id ?? null,
  };
};

/** The columns of its hold. */
export const holdRow = ({ id, price, now, timeoutMs }: NewOperation, hold: NewHold) => ({
  ...hold,
  operationId: id,
  priceRule: storedRule(price),
  now,
  deadline: now + BigInt(timeoutMs),
});

/** Spending and free operations of a user on a UTC day. */
export interface DayRow {
  spent: bigint;
  freeSends: bigint;
  freeOptimizations: bigint;
  /** Write-offs of completions without visible text. */
  withoutText: bigint;
}

export const EMPTY_DAY: DayRow = { spent: 0n, freeSends: 0n, freeOptimizations: 0n, withoutText: 0n };
