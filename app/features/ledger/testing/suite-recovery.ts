import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import {
  ANSWER,
  answered,
  callOf,
  grant,
  held,
  NO_EXTRAS,
  PRICE,
  refusalOf,
  type LedgerHarness,
  type OpenLedger,
} from './harness';

export function describeRecovery(open: OpenLedger, rest: string): void {
  describe('after a crash', () => {
    let harness: LedgerHarness;
    beforeEach(async () => {
      harness = await open();
      await grant(harness, 1_000n);
    });
    afterEach(async () => {
      expect((await harness.ledger.reconcile()).faults).toEqual([]);
      await harness.close();
    });

    test('a call that was out is charged nothing, its estimate is the platform’s loss, and its key may be tried again', async () => {
      await held(harness);
      await harness.crash();
      expect(await harness.ledger.recover()).toEqual({
        releasedUndispatched: 0,
        releasedAsLoss: 1,
        lossMicroUsd: 200n,
      });
      expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 1_000n, heldMicroUsd: 0n });
      expect(await harness.systemBalance('loss')).toBe(-200n);
      await held(harness);
    });

    test('a call that was answered stays paid, and its answer is found', async () => {
      await harness.ledger.settle(answered(await held(harness), { doNotStore: true }));
      await harness.crash();
      expect(await harness.ledger.recover()).toMatchObject({ releasedAsLoss: 0 });
      expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(860n);
      expect(await harness.ledger.hold(callOf(harness))).toMatchObject({ kind: 'replayed', answer: ANSWER });
    });

    test(`what had not been committed did not happen, and nobody was told that it did${rest}`, async () => {
      const credit = harness.ledger.credit({
        userId: 'ann',
        amountMicroUsd: 5n,
        source: 'topup',
        key: 'late',
      });
      const refused = refusalOf(credit);
      await harness.crash();
      expect(await refused).toBe('ledger_unavailable');
      expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(1_000n);
    });

    test('a process ends only the calls that it holds itself', async () => {
      const operationId = await held(harness);
      await harness.crash();
      const { ledger } = harness;
      const amounts = { inputTokens: 100, outputTokens: 20, ...NO_EXTRAS };
      for (const end of [
        () => ledger.settle(answered(operationId)),
        () => ledger.release(operationId, 'failed'),
        () => ledger.writeOff({ operationId, reason: 'no text', maxPerDay: 5, ...amounts }),
        () => ledger.redirect({ operationId, provider: 'demo', model: 'demo-2', price: PRICE }),
      ])
        expect(await refusalOf(end())).toBe('held_by_another');
      expect((await ledger.balance('ann')).heldMicroUsd).toBe(200n);
      await ledger.recover();
      expect(await refusalOf(ledger.settle(answered(operationId)))).toBe('already_released');
    });

    test('recovery ends only what an earlier process left open, and only once', async () => {
      await held(harness, { idempotencyKey: 'before' });
      await harness.crash();
      const now = await held(harness, { idempotencyKey: 'now' });
      expect(await harness.ledger.recover()).toMatchObject({ releasedAsLoss: 1 });
      expect(await harness.ledger.recover()).toMatchObject({ releasedAsLoss: 0, lossMicroUsd: 0n });
      await harness.ledger.settle(answered(now));
    });

    test('a free send that was out is given back', async () => {
      await held(harness, { isFree: true });
      await harness.crash();
      await harness.ledger.recover();
      expect((await harness.ledger.balance('ann')).freeSendsToday).toBe(0);
    });

    test('a free send that the server ended is paid by the platform and not counted', async () => {
      const operationId = await held(harness, { isFree: true });
      await harness.ledger.settle(answered(operationId, { isUncounted: true }));
      expect((await harness.ledger.balance('ann')).freeSendsToday).toBe(0);
      expect(await harness.systemBalance('promo')).toBe(-140n);
      expect(await harness.ledger.hold(callOf(harness))).toMatchObject({ kind: 'replayed', answer: ANSWER });
    });

    test('a hold past its deadline is ended by the sweep; one that is not, is not', async () => {
      const early = await held(harness, { idempotencyKey: 'early', timeoutMs: MINUTE_MS });
      const late = await held(harness, {
        idempotencyKey: 'late',
        timeoutMs: 5 * MINUTE_MS,
      });
      harness.pass(2 * MINUTE_MS);
      await harness.ledger.sweep();
      expect(await refusalOf(harness.ledger.settle(answered(early)))).toBe('already_released');
      expect(await harness.systemBalance('loss')).toBe(-200n);
      await harness.ledger.settle(answered(late));
    });

    test.each([
      ['ahead', 2 * HOUR_MS],
      ['back', -2 * HOUR_MS],
    ])(
      'the time of day leaps two hours %s: a call that is out is not lost, and is charged',
      async (...leap) => {
        const operationId = await held(harness);
        harness.nowMs += leap[1];
        await harness.ledger.sweep();
        expect((await harness.ledger.reconcile()).faults).toEqual([]);
        expect(await refusalOf(harness.ledger.hold(callOf(harness)))).toBe('in_flight');
        expect(await harness.ledger.settle(answered(operationId))).toMatchObject({
          amounts: { chargedMicroUsd: 140n },
        });
      },
    );

    test('however the time of day leaps, a call that really takes too long is ended', async () => {
      const operationId = await held(harness, { timeoutMs: MINUTE_MS });
      harness.nowMs -= 2 * HOUR_MS;
      harness.pass(2 * MINUTE_MS);
      await harness.ledger.sweep();
      expect(await refusalOf(harness.ledger.settle(answered(operationId)))).toBe('already_released');
      expect(await harness.systemBalance('loss')).toBe(-200n);
    });

    test('the books name a hold that nobody ended', async () => {
      const operationId = await held(harness, { timeoutMs: MINUTE_MS });
      harness.pass(4 * MINUTE_MS);
      expect(await harness.ledger.reconcile()).toMatchObject({
        isSound: false,
        faults: [`The hold of operation ${operationId} is open past its deadline.`],
        openHolds: 1,
      });
      await harness.ledger.sweep();
    });
  });
}
