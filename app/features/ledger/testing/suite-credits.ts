import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answered, held, refusalOf, callOf, type LedgerHarness, type OpenLedger } from './harness';

/** Postings that don't belong to a completion. */
export function describeCredits(open: OpenLedger): void {
  describe('credits', () => {
    let harness: LedgerHarness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(async () => {
      expect((await harness.ledger.reconcile()).faults).toEqual([]);
      await harness.close();
    });
    const topup = (amountMicroUsd: bigint, key = 'payment') =>
      harness.ledger.credit({ userId: 'ann', amountMicroUsd, source: 'topup', key });
    const adjust = (amountMicroUsd: bigint, key = 'adjustment', note = 'a mistake') =>
      harness.ledger.adjust({ userId: 'ann', amountMicroUsd, key, note, actorId: 'admin' });
    const clawBack = (amountMicroUsd: bigint, key = 'refund') =>
      harness.ledger.clawBack({ userId: 'ann', amountMicroUsd, key, note: 'disputed' });

    test.each(['topup', 'bonus', 'grant'] as const)('a %s comes from its own account', async (source) => {
      await harness.ledger.credit({ userId: 'ann', amountMicroUsd: 5_000_000n, source, key: 'one' });
      const account = { topup: 'stripe', bonus: 'bonus', grant: 'grants' } as const;
      expect(await harness.systemBalance(account[source])).toBe(-5_000_000n);
      expect((await harness.ledger.entries('ann', { page: 1, pageSize: 9 })).items).toMatchObject([
        { kind: source, amountMicroUsd: 5_000_000n, balanceAfterMicroUsd: 5_000_000n },
      ]);
    });

    test('a credit with the same key happens once', async () => {
      const first = await topup(5_000n);
      expect(first).toMatchObject({ isNew: true, balanceAfterMicroUsd: 5_000n, debtMicroUsd: 0n });
      expect(await topup(5_000n)).toEqual({ ...first, isNew: false });
    });

    test('credits that belong together happen all at once, and once', async () => {
      const both = () =>
        harness.ledger.creditAll([
          { userId: 'ann', amountMicroUsd: 25n, source: 'topup', key: 'paid' },
          { userId: 'ann', amountMicroUsd: 5n, source: 'bonus', key: 'bonus' },
        ]);
      expect(await both()).toMatchObject([{ isNew: true }, { isNew: true, balanceAfterMicroUsd: 30n }]);
      expect(await both()).toMatchObject([{ isNew: false }, { isNew: false, balanceAfterMicroUsd: 30n }]);
    });

    test('where one of them is refused, none of them happens', async () => {
      await topup(7n, 'taken');
      const both = harness.ledger.creditAll([
        { userId: 'ann', amountMicroUsd: 25n, source: 'topup', key: 'paid' },
        { userId: 'ann', amountMicroUsd: 5n, source: 'bonus', key: 'taken' },
      ]);
      expect(await refusalOf(both)).toBe('idempotency_key_reused');
      expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(7n);
    });

    test('a key that was used for something else is refused', async () => {
      await topup(5_000n, 'one');
      expect(await refusalOf(topup(5_001n, 'one'))).toBe('idempotency_key_reused');
      expect(await refusalOf(adjust(5_000n, 'one'))).toBe('idempotency_key_reused');
      expect(await refusalOf(clawBack(5_000n, 'one'))).toBe('idempotency_key_reused');
      await adjust(5n, 'two', 'first note');
      expect(await refusalOf(adjust(5n, 'two', 'second note'))).toBe('idempotency_key_reused');
      expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(5_005n);
    });

    test('a repeated adjustment or claw-back happens once as well', async () => {
      await topup(5_000n);
      await adjust(-1_000n);
      expect(await adjust(-1_000n)).toMatchObject({ isNew: false, balanceAfterMicroUsd: 4_000n });
      await clawBack(1_000n);
      expect(await clawBack(1_000n)).toMatchObject({ isNew: false, balanceAfterMicroUsd: 3_000n });
    });

    test('an adjustment takes at most what is available', async () => {
      await topup(1_000n);
      const operationId = await held(harness); // 200 set aside
      expect(await refusalOf(adjust(-801n))).toBe('exceeds_available');
      expect(await adjust(-800n)).toMatchObject({ isNew: true, balanceAfterMicroUsd: 200n });
      await harness.ledger.settle(answered(operationId));
    });

    test('a claw-back takes what is there; the rest is a debt at the platform’s loss', async () => {
      await topup(1_000n);
      await harness.ledger.settle(answered(await held(harness))); // 140 spent
      expect(await clawBack(1_000n)).toMatchObject({
        isNew: true,
        balanceAfterMicroUsd: 0n,
        debtMicroUsd: 140n,
      });
      expect(await harness.systemBalance('loss')).toBe(-140n);
      expect(await harness.systemBalance('stripe')).toBe(0n);
    });

    test('a bonus is taken back to where it came from', async () => {
      await harness.ledger.credit({ userId: 'ann', amountMicroUsd: 500n, source: 'bonus', key: 'extra' });
      await harness.ledger.clawBack({
        userId: 'ann',
        amountMicroUsd: 800n,
        source: 'bonus',
        key: 'back',
        note: '',
      });
      expect(await harness.systemBalance('bonus')).toBe(300n);
      expect(await harness.systemBalance('stripe')).toBe(0n);
      expect((await harness.ledger.balance('ann')).debtMicroUsd).toBe(300n);
    });

    test('what was posted under a prefix of keys can be read again', async () => {
      await topup(500n, 'pay:1:credit');
      await clawBack(200n, 'pay:1:back');
      await topup(900n, 'pay:2:credit');
      await harness.ledger.credit({ userId: 'bob', amountMicroUsd: 7n, source: 'topup', key: 'pay:1:other' });
      expect(await harness.ledger.postings('ann', 'pay:1:')).toEqual([
        { key: 'pay:1:back', kind: 'clawback', amountMicroUsd: -200n },
        { key: 'pay:1:credit', kind: 'topup', amountMicroUsd: 500n },
      ]);
    });

    test('debt blocks every spending, free sends too, until credit pays it', async () => {
      await clawBack(500n);
      expect(await refusalOf(harness.ledger.hold(callOf(harness)))).toBe('in_debt');
      expect(await refusalOf(harness.ledger.hold(callOf(harness, { isFree: true })))).toBe('in_debt');
      expect(await topup(300n, 'a part')).toMatchObject({ balanceAfterMicroUsd: 0n, debtMicroUsd: 200n });
      expect(await refusalOf(harness.ledger.hold(callOf(harness)))).toBe('in_debt');
      expect(await adjust(-1n).catch((error: unknown) => error)).toMatchObject({ code: 'exceeds_available' });

      expect(await topup(1_000n, 'all')).toMatchObject({ balanceAfterMicroUsd: 800n, debtMicroUsd: 0n });
      expect(await harness.systemBalance('loss')).toBe(0n);
      await held(harness);
    });

    test('a claw-back leaves open holds alone; what they give back later pays the debt', async () => {
      await topup(1_000n);
      const settled = await held(harness, { idempotencyKey: 'settled' });
      const released = await held(harness, { idempotencyKey: 'released' });
      expect(await clawBack(1_000n)).toMatchObject({
        isNew: true,
        balanceAfterMicroUsd: 400n,
        debtMicroUsd: 400n,
      });

      expect(await harness.ledger.settle(answered(settled))).toMatchObject({
        amounts: { chargedMicroUsd: 140n },
        balance: { postedMicroUsd: 200n },
      });
      expect((await harness.ledger.balance('ann')).debtMicroUsd).toBe(340n);
      await harness.ledger.release(released, 'failed');
      expect(await harness.ledger.balance('ann')).toMatchObject({
        postedMicroUsd: 0n,
        heldMicroUsd: 0n,
        debtMicroUsd: 140n,
      });
    });

    test.each([0n, -1n, 2n ** 53n, 2n ** 63n, 2n ** 80n, Number.NaN, 5, null])(
      'a credit or claw-back of %s is refused',
      async (amount) => {
        const wrong = amount as bigint;
        expect(await refusalOf(topup(wrong))).toBe('invalid_amount');
        expect(await refusalOf(clawBack(wrong))).toBe('invalid_amount');
        if (wrong !== -1n) expect(await refusalOf(adjust(wrong))).toBe('invalid_amount');
        expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(0n);
      },
    );

    test('no balance grows past what the ledger keeps', async () => {
      await topup(2n ** 53n - 1n, 'everything');
      expect(await refusalOf(topup(1n, 'one more'))).toBe('balance_out_of_range');
      expect(await topup(2n ** 53n - 1n, 'everything')).toMatchObject({ isNew: false });
      expect(await refusalOf(topup(1n, 'one more'))).toBe('balance_out_of_range');
    });
  });
}
