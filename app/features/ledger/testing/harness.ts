import { DomainError } from '~/core/shared/errors';
import { MINUTE_MS } from '~/core/shared/clock';
import type { HoldRequest, Ledger, Settlement } from '../contract';
import { plainRule } from '../price-rule';

export type SystemAccount = 'stripe' | 'bonus' | 'grants' | 'promo' | 'revenue' | 'loss';

/** An implementation under test. */
export interface LedgerHarness {
  /** The running ledger; another one after a crash. */
  readonly ledger: Ledger;
  /** The time of day. Setting it is a leap; where time really passes, use `pass`. */
  nowMs: number;
  pass(ms: number): void;
  /** Ends the program between two commits and starts it again. What it had not committed is lost; `recover` is not yet called. */
  crash(): void;
  systemBalance(account: SystemAccount): bigint;
  close(): void;
}

export type OpenLedger = () => LedgerHarness;

/** 1 µ$ for a token in, 2 µ$ for a token out. */
export const PRICE = plainRule({ inputMicroUsdPer1k: 1_000n, outputMicroUsdPer1k: 2_000n });
/** What a vendor may bill besides plain tokens. */
export const NOTHING_ELSE = { cacheReadTokens: 0, cacheWriteTokens: 0, searches: 0 };
export const ANSWER = '{"text":"Good morning"}';

/** A call of at most 200 µ$: 100 tokens in and 50 out. */
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

/** Holds for a call that must not be refused or replayed; returns its operation id. */
export async function held(harness: LedgerHarness, overrides: Partial<HoldRequest> = {}): Promise<string> {
  const result = await harness.ledger.hold(callOf(harness, overrides));
  if (result.kind !== 'held') throw new Error(`expected a hold, got ${result.kind}`);
  return result.operationId;
}

export const answered = (operationId: string, overrides: Partial<Settlement> = {}): Settlement => ({
  operationId,
  inputTokens: 100,
  outputTokens: 20,
  ...NOTHING_ELSE,
  answer: ANSWER,
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

/** The code of the domain error that a promise is rejected with; undefined when it is fulfilled. */
export async function refusalOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** How often each outcome occurs: refusal codes, and `fulfilled`. */
export async function outcomes(promises: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(promises.map(refusalOf))) {
    counts[code ?? 'fulfilled'] = (counts[code ?? 'fulfilled'] ?? 0) + 1;
  }
  return counts;
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
