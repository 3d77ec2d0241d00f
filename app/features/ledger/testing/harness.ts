import { DomainError } from '~/core/shared/errors';
import { MINUTE_MS } from '~/core/shared/clock';
import type { HoldRequest, Ledger, Settlement } from '../contract';
import { plainRule } from '../price-rule';

export type SystemAccount = 'stripe' | 'bonus' | 'grants' | 'promo' | 'revenue' | 'loss';

export interface LedgerHarness {
  /** Replaced after a crash. */
  readonly ledger: Ledger;
  /** The time of day. Assigning it simulates a clock change; use `pass` to let time pass. */
  nowMs: number;
  pass(ms: number): void;
  /** Whether what is asked for together happens in the order in which it was asked for. */
  readonly isOrdered: boolean;
  /** Simulates a crash between two commits and a restart. Uncommitted work is lost; `recover` isn't called. */
  crash(): void | Promise<void>;
  systemBalance(account: SystemAccount): bigint | Promise<bigint>;
  close(): void | Promise<void>;
}

export type OpenLedger = () => LedgerHarness | Promise<LedgerHarness>;

/** 1 µ$ per input token, 2 µ$ per output token. */
export const PRICE = plainRule({ inputMicroUsdPer1k: 1_000n, outputMicroUsdPer1k: 2_000n });
/** Billed usage other than plain tokens. */
export const NO_EXTRAS = { cacheReadTokens: 0, cacheWriteTokens: 0, searches: 0 };
export const RESULT = { text: 'Good morning' };
/** As it is stored and replayed. */
export const ANSWER = JSON.stringify(RESULT);

/** A request for at most 200 µ$: 100 input and 50 output tokens. */
export function callOf(harness: LedgerHarness, overrides: Partial<HoldRequest> = {}): HoldRequest {
  return {
    userId: 'ann',
    endpoint: 'ai/complete',
    idempotencyKey: 'key',
    requestHash: 'hash',
    provider: 'demo',
    model: 'demo-1',
    price: PRICE,
    inputTokens: 100,
    maxOutputTokens: 50,
    searches: 0,
    isFree: false,
    limits: { freeSendsPerDay: 15 },
    timeoutMs: 10 * MINUTE_MS,
    ...overrides,
  };
}

/** Places a hold that must succeed; returns its operation id. */
export async function held(harness: LedgerHarness, overrides: Partial<HoldRequest> = {}): Promise<string> {
  const result = await harness.ledger.hold(callOf(harness, overrides));
  if (result.kind !== 'held') throw new Error(`expected a hold, got ${result.kind}`);
  return result.operationId;
}

/** Settles with `result`, whatever is charged. */
export const answered = (
  operationId: string,
  { result = RESULT, ...overrides }: Partial<Settlement> & { result?: unknown } = {},
): Settlement => ({
  operationId,
  inputTokens: 100,
  outputTokens: 20,
  ...NO_EXTRAS,
  resultOf: () => result,
  doNotStore: false,
  ...overrides,
});

export const grant = (harness: LedgerHarness, amountMicroUsd: bigint, userId = 'ann') =>
  harness.ledger.credit({
    userId,
    amountMicroUsd,
    source: 'grant',
    key: `grant ${userId} ${String(amountMicroUsd)}`,
  });

/** The error code that a promise rejects with; undefined if it resolves. */
export async function refusalOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** Counts outcomes: error codes, and `fulfilled`. */
export async function outcomes(promises: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(promises.map(refusalOf))) {
    counts[code ?? 'fulfilled'] = (counts[code ?? 'fulfilled'] ?? 0) + 1;
  }
  return counts;
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
