import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import type { DomainError } from '~/core/shared/errors';
import type { HoldRequest } from '../contract';
import {
  answered,
  callOf,
  grant,
  held,
  PRICE,
  refusalOf,
  type LedgerHarness,
  type OpenLedger,
} from './harness';

/** Spend limits and invalid numbers. */
export function describeLimits(open: OpenLedger, rest: string): void {
  describe('limits', () => {
    let harness: LedgerHarness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(async () => {
      expect((await harness.ledger.reconcile()).faults).toEqual([]);
      await harness.close();
    });
    const refusal = async (overrides: Partial<HoldRequest>): Promise<DomainError | undefined> => {
      try {
        await harness.ledger.hold(callOf(harness, { idempotencyKey: crypto.randomUUID(), ...overrides }));
        return undefined;
      } catch (error) {
        return error as DomainError;
      }
    };
    const limits = { freeSendsPerDay: 15 };

    test('a call that the balance cannot pay is refused with what it could cost and what is there', async () => {
      await grant(harness, 199n);
      const error = await refusal({});
      expect(error).toMatchObject({
        kind: 'payment-required',
        code: 'insufficient_funds',
        message:
          'This request could cost up to $0.0002, and your balance is $0.000199. Top up, shorten the prompt, or lower the maximum output tokens.',
        data: { estCostCents: 0.02, balanceCents: 0, balanceMicroUsd: 199, maxRequestCostCents: null },
      });
      expect(await refusal({ userId: 'a stranger' })).toMatchObject({ code: 'insufficient_funds' });
    });

    test('what is set aside for other calls cannot be spent again', async () => {
      await grant(harness, 399n);
      await held(harness);
      expect(await refusal({})).toMatchObject({ code: 'insufficient_funds' });
    });

    test('a cap a request bounds each call', async () => {
      await grant(harness, 100_000n);
      expect(await refusal({ limits: { ...limits, perRequestCapMicroUsd: 200n } })).toBeUndefined();
      expect(await refusal({ limits: { ...limits, perRequestCapMicroUsd: 199n } })).toMatchObject({
        kind: 'payment-required',
        code: 'insufficient_funds',
        data: { estCostCents: 0.02, balanceCents: 9, maxRequestCostCents: 0.0199 },
      });
    });

    test('a daily cap counts what is spent and what is set aside, and starts anew with the UTC day', async () => {
      await grant(harness, 100_000n);
      const capped = { limits: { ...limits, dailyCapMicroUsd: 500n } };
      await harness.ledger.settle(answered(await held(harness, { idempotencyKey: '1', ...capped }))); // 140 spent
      const open = await held(harness, { idempotencyKey: '2', ...capped }); // 200 set aside
      expect(await refusal(capped)).toMatchObject({
        code: 'insufficient_funds',
        data: { dailyCapCents: 0.05, spentTodayCents: 0.034 },
      });
      await harness.ledger.release(open, 'failed');
      expect(await refusal({ ...capped, maxOutputTokens: 131 })).toMatchObject({
        code: 'insufficient_funds',
      });
      expect(await refusal({ ...capped, maxOutputTokens: 130 })).toBeUndefined();

      harness.pass(DAY_MS);
      await harness.ledger.sweep();
      expect(await refusal(capped)).toBeUndefined();
    });

    test('a monthly cap that somebody else set counts what is spent and set aside, and starts anew with the month', async () => {
      await grant(harness, 100_000n);
      await harness.ledger.setMonthlyCap('ann', 500n);
      await harness.ledger.settle(answered(await held(harness, { idempotencyKey: '1' }))); // 140 spent
      harness.pass(DAY_MS); // another day of November
      const open = await held(harness, { idempotencyKey: '2' }); // 200 set aside
      expect(await refusal({})).toMatchObject({
        code: 'insufficient_funds',
        message: expect.stringContaining('monthly team budget of $0.0005') as string,
        data: { monthlyCapCents: 0.05, spentThisMonthCents: 0.034 },
      });
      expect(await refusal({ isFree: true })).toBeUndefined(); // doesn't touch the user's balance
      const waiting = await held(harness, {
        idempotencyKey: '3',
        limits: { ...limits, isMonthlyCapOff: true },
      });
      await harness.ledger.release(waiting, 'failed');
      await harness.ledger.release(open, 'failed');
      expect(await harness.ledger.monthlyCaps(['ann', 'bob'])).toEqual(
        new Map([
          ['ann', { capMicroUsd: 500n, spentThisMonthMicroUsd: 140n }],
          ['bob', { capMicroUsd: null, spentThisMonthMicroUsd: 0n }],
        ]),
      );
      expect(await refusal({ maxOutputTokens: 131 })).toMatchObject({ code: 'insufficient_funds' });

      harness.pass(11 * DAY_MS); // December
      await harness.ledger.sweep();
      expect(await refusal({})).toBeUndefined();
      await harness.ledger.setMonthlyCap('ann', 0n);
      expect(await refusal({})).toMatchObject({ data: { monthlyCapCents: 0 } });
      await harness.ledger.setMonthlyCap('ann', null);
      expect(await refusal({})).toBeUndefined();
    });

    test('a chat may not take the balance below its floor', async () => {
      await grant(harness, 100_000n);
      expect(await refusal({ limits: { ...limits, chatFloorMicroUsd: 99_801n } })).toMatchObject({
        kind: 'payment-required',
        code: 'exceeds_cco',
        message: 'Chat budget floor (CCO) would be breached',
        data: { estCostCents: 0.02, balanceCents: 10, chatCcoCents: 9.9801 },
      });
      expect(await refusal({ limits: { ...limits, chatFloorMicroUsd: 99_800n } })).toBeUndefined();
      expect(await refusal({ limits: { ...limits, chatFloorMicroUsd: 99_800n } })).toMatchObject({
        code: 'exceeds_cco',
      });
    });

    test('of several limits the first of the order is named: debt, allowance, request, day, chat, funds', async () => {
      const chat = { ...limits, chatFloorMicroUsd: 1_000n };
      const day = { ...chat, dailyCapMicroUsd: 0n };
      const all = { ...day, perRequestCapMicroUsd: 0n };
      expect(await refusal({ limits: all })).toMatchObject({ data: { maxRequestCostCents: 0 } });
      expect(await refusal({ limits: day })).toMatchObject({ data: { dailyCapCents: 0 } });
      expect(await refusal({ limits: chat })).toMatchObject({ code: 'exceeds_cco' });
      expect(await refusal({ limits })).toMatchObject({ code: 'insufficient_funds' });
      expect(await refusal({ limits: { freeSendsPerDay: 0 }, isFree: true })).toMatchObject({
        code: 'free_daily_limit',
      });
      await harness.ledger.clawBack({ userId: 'ann', amountMicroUsd: 5n, key: 'refund', note: '' });
      expect(await refusal({ limits: { freeSendsPerDay: 0 }, isFree: true })).toMatchObject({
        code: 'in_debt',
      });
      expect(await refusal({ limits: all })).toMatchObject({ code: 'in_debt' });
    });

    test('a free send costs the person nothing: the promo account pays, and the page still shows it', async () => {
      const settled = await harness.ledger.settle(answered(await held(harness, { isFree: true })));
      expect(settled.amounts).toMatchObject({ costMicroUsd: 140n, chargedMicroUsd: 0n, overrunMicroUsd: 0n });
      expect(settled.balance).toMatchObject({ postedMicroUsd: 0n, freeSendsToday: 1 });
      expect(await harness.systemBalance('promo')).toBe(-140n);
      expect(await harness.systemBalance('revenue')).toBe(140n);
      expect(await harness.ledger.balance('ann')).toMatchObject({
        freeSendsToday: 1,
        spentTodayMicroUsd: 0n,
      });
      expect(await harness.ledger.entries('ann', { page: 1, pageSize: 25 })).toMatchObject({
        total: 1,
        items: [{ kind: 'usage', amountMicroUsd: 0n, inputTokens: 100, outputTokens: 20 }],
      });
    });

    test('free sends end with the allowance; a failed one is given back, and the next UTC day brings new ones', async () => {
      const free = { isFree: true, limits: { freeSendsPerDay: 2 } };
      const first = await held(harness, { ...free, idempotencyKey: '1' });
      await held(harness, { ...free, idempotencyKey: '2' });
      expect(await refusal(free)).toMatchObject({
        kind: 'payment-required',
        code: 'free_daily_limit',
        message:
          'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
      });
      await harness.ledger.release(first, 'failed');
      expect(await refusal(free)).toBeUndefined();
      expect(await refusal(free)).toMatchObject({ code: 'free_daily_limit' });

      harness.pass(DAY_MS);
      await harness.ledger.sweep();
      expect(await refusal(free)).toBeUndefined();
    });

    test('a free send that fails after midnight gives yesterday its send back', async () => {
      const free = { isFree: true, limits: { freeSendsPerDay: 1 } };
      harness.nowMs = Date.UTC(2026, 10, 20, 23, 59);
      const yesterday = await held(harness, free);
      harness.nowMs = Date.UTC(2026, 10, 21, 0, 1);
      await held(harness, { ...free, idempotencyKey: 'today' });
      await harness.ledger.release(yesterday, 'failed');
      expect((await harness.ledger.balance('ann')).freeSendsToday).toBe(1);
      expect(await refusal(free)).toMatchObject({ code: 'free_daily_limit' });
    });

    const wrong: [string, Partial<Record<keyof HoldRequest, unknown>>][] = [
      ...[Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, 2 ** 53, 1e300, '7', null].flatMap((number) => [
        [`${String(number)} input tokens`, { inputTokens: number }] as [string, object],
        [`${String(number)} output tokens`, { maxOutputTokens: number }] as [string, object],
        [`${String(number)} searches`, { searches: number }] as [string, object],
        [`a time-out of ${String(number)}`, { timeoutMs: number }] as [string, object],
        [`${String(number)} free sends a day`, { limits: { freeSendsPerDay: number } }] as [string, object],
        [
          `a price of ${String(number)}`,
          { price: { ...PRICE, rates: { ...PRICE.rates, input: number } } },
        ] as [string, object],
      ]),
      ['a negative price', { price: { ...PRICE, rates: { ...PRICE.rates, input: -1n } } }],
      ['a negative fee', { price: { ...PRICE, searchFee: -1n } }],
      ['a price beyond 64 bits', { price: { ...PRICE, rates: { ...PRICE.rates, input: 2n ** 64n } } }],
      ['a cost beyond every balance', { inputTokens: Number.MAX_SAFE_INTEGER, isFree: true }],
      ['a negative cap', { limits: { ...limits, perRequestCapMicroUsd: -1n } }],
      ['a cap that is a number', { limits: { ...limits, dailyCapMicroUsd: 5 } }],
    ];
    test.each(wrong)(`%s is refused and moves nothing${rest}`, async (_name, overrides) => {
      await grant(harness, 1_000n);
      const request = callOf(harness, overrides as Partial<HoldRequest>);
      expect(await refusalOf(harness.ledger.hold(request))).toBe('invalid_amount');
      expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 1_000n, heldMicroUsd: 0n });
      expect(await harness.ledger.operation('ann', 'ai/complete', 'key')).toBeUndefined();
    });

    test.each(['userId', 'endpoint', 'idempotencyKey', 'requestHash'] as const)(
      'an empty or endless %s is refused',
      async (name) => {
        for (const value of ['', 'x'.repeat(256)]) {
          expect(await refusalOf(harness.ledger.hold(callOf(harness, { [name]: value })))).toBe(
            'invalid_identifier',
          );
        }
      },
    );

    test('free sends together cannot set aside more than the ledger keeps', async () => {
      const half = { isFree: true, inputTokens: 2 ** 52, maxOutputTokens: 0 };
      await held(harness, { ...half, idempotencyKey: '1' });
      expect(await refusal(half)).toMatchObject({ kind: 'unprocessable', code: 'balance_out_of_range' });
      expect((await harness.ledger.balance('ann')).freeSendsToday).toBe(1);
    });

    test('an answer with absurd usage is refused, and the call can still be settled or released', async () => {
      await grant(harness, 1_000n);
      const operationId = await held(harness);
      for (const tokens of [Number.NaN, -1, 2 ** 53, Number.MAX_SAFE_INTEGER]) {
        expect(await refusalOf(harness.ledger.settle(answered(operationId, { outputTokens: tokens })))).toBe(
          'invalid_amount',
        );
      }
      expect(await refusalOf(harness.ledger.release(operationId, 'failed', -1n))).toBe('invalid_amount');
      expect(await harness.ledger.settle(answered(operationId))).toMatchObject({
        amounts: { chargedMicroUsd: 140n },
      });
    });
  });
}
