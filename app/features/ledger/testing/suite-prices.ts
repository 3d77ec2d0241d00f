import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { costByRule, worstCase, type PriceRule } from '../price-rule';
import { answered, grant, held, type LedgerHarness, type OpenLedger } from './harness';

/** A price that uses every part of a rule. */
const RULE: PriceRule = {
  rates: { input: 1_250_000n, output: 10_000_000n, cacheRead: 125_000n, cacheWrite: 1_562_500n },
  steps: [
    {
      aboveInputTokens: 1_000,
      rates: { input: 2_500_000n, output: 15_000_000n, cacheRead: 250_000n, cacheWrite: 3_125_000n },
    },
    {
      aboveInputTokens: 5_000,
      rates: { input: 1_000_000n, output: 5_000_000n, cacheRead: 0n, cacheWrite: 0n },
    },
  ],
  requestFee: 11n,
  searchFee: 2_500n,
};

/** Operations at prices with steps, fees and cache rates. */
export function describePrices(open: OpenLedger): void {
  describe('a price rule', () => {
    let harness: LedgerHarness;
    beforeEach(async () => {
      harness = await open();
      await grant(harness, 10n ** 12n);
    });
    afterEach(async () => {
      expect((await harness.ledger.reconcile()).faults).toEqual([]);
      await harness.close();
    });

    test('holds its worst case and settles what was used: cached tokens, searches, the fee', async () => {
      const most = { inputTokens: 1_000, maxOutputTokens: 100, searches: 2 };
      const operationId = await held(harness, { price: RULE, ...most });
      // Every token at the cache-write rate: 1,562.5 + 1,000 + 11 + 5,000.
      expect((await harness.ledger.balance('ann')).heldMicroUsd).toBe(7_574n);
      const used = { inputTokens: 1_000, cacheReadTokens: 600, cacheWriteTokens: 200, searches: 1 };
      // 200 plain, 600 read, 200 written: 250 + 75 + 312.5, then 200 + 11 + 2,500.
      expect(await harness.ledger.settle(answered(operationId, used))).toMatchObject({
        amounts: { chargedMicroUsd: 3_349n, overrunMicroUsd: 0n },
      });
    });

    test('books an answer that nobody can read at what its vendor charges', async () => {
      const operationId = await held(harness, { price: RULE, searches: 1 });
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = answered(operationId);
      const used = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, searches: 1 };
      const writeOff = { ...used, operationId, reason: 'Nothing to read', maxPerDay: 1 };
      expect(await harness.ledger.writeOff(writeOff)).toBe(true);
      expect(await harness.systemBalance('loss')).toBe(-costByRule(RULE, used));
    });

    test('never charges more than was held for usage within its bounds, nor other than the rule says', async () => {
      const tokens = fc.nat({ max: 10_000 });
      let call = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            inputTokens: tokens,
            cacheReadTokens: tokens,
            cacheWriteTokens: tokens,
            outputTokens: tokens,
            searches: fc.nat({ max: 3 }),
          }),
          fc.record({ inputTokens: tokens, maxOutputTokens: tokens, searches: fc.nat({ max: 3 }) }),
          async (usage, more) => {
            const most = {
              inputTokens: usage.inputTokens + more.inputTokens,
              maxOutputTokens: usage.outputTokens + more.maxOutputTokens,
              searches: usage.searches + more.searches,
            };
            call += 1;
            const key = { idempotencyKey: `call ${String(call)}` };
            const operationId = await held(harness, { price: RULE, ...most, ...key });
            const settled = await harness.ledger.settle(answered(operationId, usage));
            const { chargedMicroUsd, overrunMicroUsd } = settled.amounts;
            expect(chargedMicroUsd).toBe(costByRule(RULE, usage));
            expect(overrunMicroUsd).toBe(0n);
            expect(chargedMicroUsd <= worstCase(RULE, most)).toBe(true);
          },
        ),
        { numRuns: 20 },
      );
    });
  });
}
