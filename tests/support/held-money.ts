import { randomUUID } from 'node:crypto';
import { plainRule } from '../../app/features/ledger/index.server';
import type { TestServices } from './services';

/** A completion in progress that holds this many cents of a user's money. */
export interface HeldCall {
  /** It costs all that it held. */
  settle(): Promise<void>;
  /** It failed and costs nothing. */
  release(): Promise<void>;
}

export async function holdCents({ ledger }: TestServices, userId: string, cents: number): Promise<HeldCall> {
  const price = 10_000n * BigInt(cents);
  const { operationId } = await ledger.hold({
    userId,
    endpoint: 'test',
    idempotencyKey: randomUUID(),
    requestHash: 'hash',
    provider: 'demo',
    model: 'demo',
    price: plainRule({ inputMicroUsdPer1k: price * 1000n, outputMicroUsdPer1k: 0n }),
    inputTokens: 1,
    maxOutputTokens: 0,
    searches: 0,
    isFree: false,
    limits: { freeSendsPerDay: 15 },
    timeoutMs: 60_000,
  });
  return {
    settle: async () => {
      await ledger.settle({
        operationId,
        inputTokens: 1,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 0,
        searches: 0,
        resultOf: () => ({}),
        doNotStore: false,
      });
    },
    release: () => ledger.release(operationId, 'It failed'),
  };
}
