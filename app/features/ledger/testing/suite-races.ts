import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  answered,
  callOf,
  grant,
  held,
  outcomes,
  times,
  type LedgerHarness,
  type OpenLedger,
} from './harness';

/** Fifty concurrent operations. */
export function describeRaces(open: OpenLedger): void {
  describe('fifty at once', () => {
    let harness: LedgerHarness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(async () => {
      expect((await harness.ledger.reconcile()).faults).toEqual([]);
      await harness.close();
    });

    test('one balance pays for as many calls as it can, and not one more', async () => {
      await grant(harness, 20n * 200n + 199n);
      const calls = times(50, (i) => harness.ledger.hold(callOf(harness, { idempotencyKey: String(i) })));
      expect(await outcomes(calls)).toEqual({ fulfilled: 20, insufficient_funds: 30 });
      const ids = (await Promise.allSettled(calls)).flatMap((call) =>
        call.status === 'fulfilled' ? [call.value.operationId] : [],
      );
      const used = { outputTokens: 50 };
      expect(await outcomes(ids.map((id) => harness.ledger.settle(answered(id, used))))).toEqual({
        fulfilled: 20,
      });
      expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 199n, heldMicroUsd: 0n });
    });

    test('one key is sent once and then replayed to all', async () => {
      await grant(harness, 10_000n);
      const first = times(50, () => harness.ledger.hold(callOf(harness)));
      expect(await outcomes(first)).toEqual({ fulfilled: 1, in_flight: 49 });
      const [sent] = (await Promise.allSettled(first)).flatMap((call) =>
        call.status === 'fulfilled' ? [call.value.operationId] : [],
      );
      await harness.ledger.settle(answered(sent ?? ''));
      const replays = await Promise.all(times(50, () => harness.ledger.hold(callOf(harness))));
      expect(new Set(replays.map((replay) => replay.kind))).toEqual(new Set(['replayed']));
      expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(9_860n);
    });

    test('one call is settled or released by exactly one of them', async () => {
      await grant(harness, 10_000n);
      const operationId = await held(harness);
      const ends = times(50, (i) =>
        i % 2 === 0
          ? harness.ledger.settle(answered(operationId))
          : harness.ledger.release(operationId, 'failed'),
      );
      const ended = await outcomes(ends);
      expect([
        { fulfilled: 1, already_settled: 49 },
        { fulfilled: 1, already_released: 49 },
      ]).toContainEqual(ended);
      const { postedMicroUsd } = await harness.ledger.balance('ann');
      expect(postedMicroUsd).toBe('already_settled' in ended ? 9_860n : 10_000n);
    });

    test('one payment is credited once', async () => {
      const credits = await Promise.all(
        times(50, () =>
          harness.ledger.credit({ userId: 'ann', amountMicroUsd: 5_000n, source: 'topup', key: 'payment' }),
        ),
      );
      expect(credits.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(credits.every(({ balanceAfterMicroUsd }) => balanceAfterMicroUsd === 5_000n)).toBe(true);
    });

    test('the free allowance is fifteen', async () => {
      const sends = times(50, (i) =>
        harness.ledger.hold(callOf(harness, { isFree: true, idempotencyKey: String(i) })),
      );
      expect(await outcomes(sends)).toEqual({ fulfilled: 15, free_daily_limit: 35 });
      expect((await harness.ledger.balance('ann')).freeSendsToday).toBe(15);
    });

    test('a daily cap is not exceeded', async () => {
      await grant(harness, 100_000n);
      const limits = { freeSendsPerDay: 15, dailyCapMicroUsd: 2_100n };
      const calls = times(50, (i) =>
        harness.ledger.hold(callOf(harness, { limits, idempotencyKey: String(i) })),
      );
      expect(await outcomes(calls)).toEqual({ fulfilled: 10, insufficient_funds: 40 });
    });

    test('a refusal among them undoes only itself', async () => {
      await grant(harness, 100_000n);
      const mixed = times(50, (i) =>
        i % 5 === 0
          ? harness.ledger.adjust({
              userId: 'ann',
              amountMicroUsd: -1_000_000n,
              key: `take ${String(i)}`,
              note: '',
              actorId: '',
            })
          : harness.ledger.hold(callOf(harness, { idempotencyKey: String(i) })),
      );
      expect(await outcomes(mixed)).toEqual({ fulfilled: 40, exceeds_available: 10 });
      expect((await harness.ledger.balance('ann')).heldMicroUsd).toBe(8_000n);
    });
  });
}
