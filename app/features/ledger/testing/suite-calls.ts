import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { plainRule } from '../price-rule';
import {
  ANSWER,
  answered,
  callOf,
  grant,
  held,
  NO_EXTRAS,
  refusalOf,
  RESULT,
  times,
  type LedgerHarness,
  type OpenLedger,
} from './harness';

export function describeCalls(open: OpenLedger): void {
  describe('a call', () => {
    let harness: LedgerHarness;
    beforeEach(async () => {
      harness = await open();
      await grant(harness, 1_000n);
    });
    afterEach(async () => {
      expect((await harness.ledger.reconcile()).faults).toEqual([]);
      await harness.close();
    });

    test('sets its worst case aside before it is sent', async () => {
      const result = await harness.ledger.hold(callOf(harness));
      expect(result).toMatchObject({ kind: 'held', amountMicroUsd: 200n });
      expect(await harness.ledger.balance('ann')).toMatchObject({
        postedMicroUsd: 1_000n,
        heldMicroUsd: 200n,
        availableMicroUsd: 800n,
      });
    });

    test('that another model may answer holds the dearest, and is charged and booked as the one that did', async () => {
      const dear = plainRule({ inputMicroUsdPer1k: 3_000n, outputMicroUsdPer1k: 5_000n });
      const call = callOf(harness);
      const { inputTokens, maxOutputTokens, searches } = call;
      const alternatives = [{ price: dear, inputTokens, maxOutputTokens, searches }];
      const result = await harness.ledger.hold({ ...call, alternatives });
      expect(result).toMatchObject({ kind: 'held', amountMicroUsd: 550n });
      const operationId = result.operationId;
      await harness.ledger.redirect({ operationId, provider: 'other', model: 'other-large', price: dear });
      const used = { ...NO_EXTRAS, inputTokens: 10, outputTokens: 20 };
      const settled = await harness.ledger.settle(answered(operationId, used));
      expect(settled.amounts.chargedMicroUsd).toBe(130n);
      const { items } = await harness.ledger.entries('ann', { page: 1, pageSize: 1 });
      expect(items).toMatchObject([{ provider: 'other', model: 'other-large', amountMicroUsd: -130n }]);
      expect(
        await refusalOf(harness.ledger.redirect({ operationId, provider: 'a', model: 'b', price: dear })),
      ).toBe('already_settled');
    });

    test('is charged what it used, and gets the rest of its hold back', async () => {
      const settled = await harness.ledger.settle(answered(await held(harness)));
      expect(settled).toMatchObject({
        amounts: { costMicroUsd: 140n, chargedMicroUsd: 140n, overrunMicroUsd: 0n },
        result: RESULT,
      });
      expect(settled.balance).toEqual(await harness.ledger.balance('ann'));
      expect(settled.balance).toMatchObject({
        postedMicroUsd: 860n,
        heldMicroUsd: 0n,
        spentTodayMicroUsd: 140n,
      });
      expect(await harness.systemBalance('revenue')).toBe(140n);
    });

    test('that broke off is charged what was received; the rest of its estimate is the platform’s loss', async () => {
      const operationId = await held(harness);
      expect(await harness.ledger.settle(answered(operationId, { isBrokenOff: true }))).toMatchObject({
        amounts: { chargedMicroUsd: 140n, overrunMicroUsd: 0n },
      });
      expect(await harness.systemBalance('revenue')).toBe(200n);
      expect(await harness.systemBalance('loss')).toBe(-60n);
    });

    test('without visible text costs nothing while the day’s allowance lasts, then what it used', async () => {
      const used = { ...NO_EXTRAS, inputTokens: 100, outputTokens: 20 };
      const unread = { ...used, reason: 'Nothing to read', maxPerDay: 2 };
      for (const key of ['1', '2']) {
        const operationId = await held(harness, { idempotencyKey: key });
        expect(await harness.ledger.writeOff({ ...unread, operationId })).toBe(true);
      }
      expect(await harness.systemBalance('loss')).toBe(-280n);
      const third = await held(harness, { idempotencyKey: '3' });
      expect(await harness.ledger.writeOff({ ...unread, operationId: third })).toBe(false);
      expect(await harness.ledger.settle(answered(third))).toMatchObject({
        amounts: { chargedMicroUsd: 140n },
      });

      harness.pass(DAY_MS);
      const tomorrow = await held(harness, { idempotencyKey: '4' });
      expect(await harness.ledger.writeOff({ ...unread, operationId: tomorrow })).toBe(true);
      expect(await refusalOf(harness.ledger.writeOff({ ...unread, operationId: tomorrow }))).toBe(
        'already_released',
      );
      expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 860n, heldMicroUsd: 0n });
    });

    test('is rounded once, up, to a whole micro-dollar', async () => {
      const price = plainRule({ inputMicroUsdPer1k: 1n, outputMicroUsdPer1k: 1n });
      const operationId = await held(harness, { price, inputTokens: 1, maxOutputTokens: 1_500 });
      expect(
        await harness.ledger.settle(answered(operationId, { inputTokens: 1, outputTokens: 1 })),
      ).toMatchObject({
        amounts: { chargedMicroUsd: 1n },
      });
    });

    test('that costs more than its hold is charged the hold; the platform bears the rest', async () => {
      const settled = await harness.ledger.settle(answered(await held(harness), { outputTokens: 400 }));
      expect(settled.amounts).toMatchObject({
        costMicroUsd: 900n,
        chargedMicroUsd: 200n,
        overrunMicroUsd: 700n,
      });
      expect(settled.balance.postedMicroUsd).toBe(800n);
      expect(await harness.systemBalance('loss')).toBe(-700n);
      expect(await harness.systemBalance('revenue')).toBe(900n);
    });

    test('keeps the price of the moment it was held', async () => {
      const operationId = await held(harness, {
        price: plainRule({ inputMicroUsdPer1k: 2_000n, outputMicroUsdPer1k: 4_000n }),
      });
      expect((await harness.ledger.settle(answered(operationId))).amounts.chargedMicroUsd).toBe(280n);
    });

    test('that failed is charged nothing, and its key may be tried again', async () => {
      const first = await held(harness);
      await harness.ledger.release(first, 'the provider refused');
      expect(await harness.ledger.balance('ann')).toMatchObject({ postedMicroUsd: 1_000n, heldMicroUsd: 0n });
      expect(await harness.ledger.operation('ann', 'ai/complete', 'key')).toEqual({ state: 'failed' });

      const second = await held(harness);
      expect((await harness.ledger.settle(answered(second))).amounts.chargedMicroUsd).toBe(140n);
    });

    test('that failed may cost the platform what the provider asked for', async () => {
      await harness.ledger.release(await held(harness), 'connection lost after the send', 50n);
      expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(1_000n);
      expect(await harness.systemBalance('loss')).toBe(-50n);
    });

    test('answered late, after a new attempt took its place, moves nothing', async () => {
      const first = await held(harness);
      await harness.ledger.release(first, 'no answer in time');
      const second = await held(harness);
      expect(await refusalOf(harness.ledger.settle(answered(first)))).toBe('operation_unknown');
      expect(await refusalOf(harness.ledger.release(first, 'again'))).toBe('operation_unknown');
      expect(await harness.ledger.balance('ann')).toMatchObject({
        postedMicroUsd: 1_000n,
        heldMicroUsd: 200n,
      });
      await harness.ledger.settle(answered(second));
    });

    test('is settled once, and released once, and never both', async () => {
      const settled = await held(harness, { idempotencyKey: 'settled' });
      const released = await held(harness, { idempotencyKey: 'released' });
      await harness.ledger.settle(answered(settled));
      await harness.ledger.release(released, 'failed');
      const before = await harness.ledger.balance('ann');

      expect(await refusalOf(harness.ledger.settle(answered(settled)))).toBe('already_settled');
      expect(await refusalOf(harness.ledger.release(settled, 'failed'))).toBe('already_settled');
      expect(await refusalOf(harness.ledger.settle(answered(released)))).toBe('already_released');
      expect(await refusalOf(harness.ledger.release(released, 'failed'))).toBe('already_released');
      expect(await refusalOf(harness.ledger.settle(answered('nothing')))).toBe('operation_unknown');
      expect(await harness.ledger.balance('ann')).toEqual(before);
    });

    test('asked again while it is in flight is refused, and once answered is replayed for nothing', async () => {
      const operationId = await held(harness);
      expect(await refusalOf(harness.ledger.hold(callOf(harness)))).toBe('in_flight');
      expect(await harness.ledger.operation('ann', 'ai/complete', 'key')).toEqual({ state: 'running' });
      await harness.ledger.settle(answered(operationId));

      expect(await harness.ledger.hold(callOf(harness))).toEqual({
        kind: 'replayed',
        operationId,
        answer: ANSWER,
      });
      expect(await harness.ledger.operation('ann', 'ai/complete', 'key')).toEqual({
        state: 'answered',
        answer: ANSWER,
      });
      expect((await harness.ledger.balance('ann')).postedMicroUsd).toBe(860n);
    });

    test('is replayed even when nothing is left to spend', async () => {
      const all = { maxOutputTokens: 450 };
      const operationId = await held(harness, all);
      await harness.ledger.settle(answered(operationId, { outputTokens: 450 }));
      expect((await harness.ledger.balance('ann')).availableMicroUsd).toBe(0n);
      expect((await harness.ledger.hold(callOf(harness, all))).kind).toBe('replayed');
    });

    test('cannot take the key of another request, but the same key serves another person or endpoint', async () => {
      await grant(harness, 1_000n, 'bob');
      await held(harness);
      expect(await refusalOf(harness.ledger.hold(callOf(harness, { requestHash: 'other' })))).toBe(
        'idempotency_key_reused',
      );
      await held(harness, { userId: 'bob' });
      await held(harness, { endpoint: 'baiql/run' });
    });

    test.each([
      { doNotStore: false, keptMs: 7 * DAY_MS },
      { doNotStore: true, keptMs: 15 * MINUTE_MS },
    ])(
      'has its answer kept for $keptMs ms when doNotStore is $doNotStore',
      async ({ doNotStore, keptMs }) => {
        await harness.ledger.settle(answered(await held(harness), { doNotStore }));
        harness.pass(keptMs - 1);
        await harness.ledger.sweep();
        expect(await harness.ledger.hold(callOf(harness))).toMatchObject({
          kind: 'replayed',
          answer: ANSWER,
        });

        harness.pass(1);
        expect(await refusalOf(harness.ledger.hold(callOf(harness)))).toBe('answer_purged');
        await harness.ledger.sweep();
        expect(await refusalOf(harness.ledger.hold(callOf(harness)))).toBe('answer_purged');
        expect(await harness.ledger.operation('ann', 'ai/complete', 'key')).toEqual({ state: 'purged' });
      },
    );

    test('is forgotten with its person; what it cost stays', async () => {
      await grant(harness, 1_000n, 'bob');
      await harness.ledger.settle(answered(await held(harness)));
      await harness.ledger.settle(answered(await held(harness, { userId: 'bob' })));
      await harness.ledger.forgetAnswers('ann');
      expect(await harness.ledger.operation('ann', 'ai/complete', 'key')).toBeUndefined();
      expect(await harness.ledger.operation('bob', 'ai/complete', 'key')).toMatchObject({ answer: ANSWER });
      expect((await harness.ledger.usageSummary('ann', {})).totalCostMicroUsd).toBe(140n);
    });

    test('shows as an open hold on the ledger page, and as its usage afterwards', async () => {
      const operationId = await held(harness);
      const line = { provider: 'demo', model: 'demo-1' };
      const open = await harness.ledger.entries('ann', { page: 1, pageSize: 25 });
      expect(open.total).toBe(2);
      expect(open.items).toMatchObject([
        { ...line, kind: 'hold', amountMicroUsd: -200n, balanceAfterMicroUsd: 800n, isOpenHold: true },
        { kind: 'grant', amountMicroUsd: 1_000n, balanceAfterMicroUsd: 1_000n, isOpenHold: false },
      ]);

      harness.pass(MINUTE_MS);
      await harness.ledger.settle(answered(operationId));
      const [usage] = (await harness.ledger.entries('ann', { page: 1, pageSize: 1 })).items;
      expect(usage).toMatchObject({
        ...line,
        kind: 'usage',
        amountMicroUsd: -140n,
        balanceAfterMicroUsd: 860n,
        inputTokens: 100,
        outputTokens: 20,
        occurredAtMs: harness.nowMs,
        isOpenHold: false,
      });
      expect(await harness.ledger.usageSummary('ann', {})).toEqual({
        totalRequests: 1,
        totalInputTokens: 100,
        totalOutputTokens: 20,
        totalCostMicroUsd: 140n,
      });
      expect((await harness.ledger.usageSummary('ann', { endMs: harness.nowMs })).totalRequests).toBe(0);
      expect((await harness.ledger.entries('ann', { page: 2, pageSize: 1 })).items).toMatchObject([
        { kind: 'grant' },
      ]);
    });

    test('is found on the right page of a long history, set-aside money first', async () => {
      await grant(harness, 100_000n);
      for (let i = 0; i < 5; i += 1) {
        harness.pass(MINUTE_MS);
        await harness.ledger.settle(answered(await held(harness, { idempotencyKey: `paid ${String(i)}` })));
      }
      for (let i = 0; i < 3; i += 1) await held(harness, { idempotencyKey: `open ${String(i)}` });
      const all = await harness.ledger.entries('ann', { page: 1, pageSize: 100 });
      const kinds = [...Array<string>(3).fill('hold'), ...Array<string>(5).fill('usage'), 'grant', 'grant'];
      expect(all.items.map(({ kind }) => kind)).toEqual(kinds);

      for (const pageSize of [1, 2, 3, 4, 7]) {
        const pages = await Promise.all(
          times(10, (i) => harness.ledger.entries('ann', { page: i + 1, pageSize })),
        );
        expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([10]));
      }
    });

    test.each([
      { page: 0, pageSize: 25 },
      { page: 1.5, pageSize: 25 },
      { page: Number.NaN, pageSize: 25 },
      { page: 1, pageSize: 0 },
      { page: 1, pageSize: 1_001 },
    ])('is not looked for on page $page of size $pageSize', async (query) => {
      expect(await refusalOf(harness.ledger.entries('ann', query))).toBe('invalid_page');
    });
  });
}
