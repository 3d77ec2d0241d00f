import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { plainRule } from './price-rule';
import type { SettledAmounts } from './settled-amounts';
import { createSettlementQueue } from './settlement-queue.server';
import { ANSWER, answered, callOf, grant, NO_EXTRAS, refusalOf } from './testing/harness';
import { SqliteHarness } from './testing/sqlite-harness';

// Calls that end while nothing can be written; the books are sound after each.

let harness: SqliteHarness;
let isDiskShort: boolean;
let books: ReturnType<typeof createSettlementQueue>;
beforeEach(async () => {
  harness = new SqliteHarness();
  isDiskShort = false;
  books = createSettlementQueue({
    ledger: harness.ledger,
    freeSpace: { isShort: () => isDiskShort },
    log: pino({ enabled: false }),
    maxAnswerCharacters: 100,
  });
  await grant(harness, 1_000n);
});
afterEach(async () => {
  expect((await harness.ledger.reconcile()).faults).toEqual([]);
  harness.close();
});

const disk = {
  fail: () => harness.connection.pragma('query_only = ON'),
  recover: () => harness.connection.pragma('query_only = OFF'),
};

async function hold(idempotencyKey = 'key'): Promise<string> {
  const result = await books.ledger.hold(callOf(harness, { idempotencyKey }));
  if (result.kind !== 'held') throw new Error(`expected a hold, got ${result.kind}`);
  return result.operationId;
}
const find = (key = 'key') => books.ledger.operation('ann', 'ai/complete', key);
const balance = () => harness.ledger.balance('ann');
/** Makes what waits be written, now that it can be. */
const catchUp = async () => expect(await books.bookings.close(10_000)).toBe(0);

describe('a reply that can’t be booked', () => {
  test('is given again under its key, and charged once when there is room', async () => {
    const operationId = await hold();
    disk.fail();
    await books.bookings.settle(answered(operationId));
    expect(books.bookings.waiting).toBe(1);
    const replay = { kind: 'replayed', operationId, answer: ANSWER };
    expect(await books.ledger.replay(callOf(harness))).toEqual(replay);
    expect(await books.ledger.hold(callOf(harness))).toEqual(replay);
    expect(await find()).toEqual({ state: 'answered', answer: ANSWER });
    const other = callOf(harness, { requestHash: 'other' });
    expect(await refusalOf(books.ledger.replay(other))).toBe('idempotency_key_reused');

    disk.recover();
    await catchUp();
    expect(await balance()).toMatchObject({ postedMicroUsd: 860n, heldMicroUsd: 0n });
    expect(await books.ledger.replay(callOf(harness))).toEqual(replay);
  });

  test('is shown with what will be charged, also at the price of a fallback model', async () => {
    const operationId = await hold();
    const dear = plainRule({ inputMicroUsdPer1k: 1_000n, outputMicroUsdPer1k: 3_000n });
    await books.ledger.redirect({ operationId, provider: 'other', model: 'other-1', price: dear });
    disk.fail();
    const resultOf = ({ chargedMicroUsd }: SettledAmounts) => ({ charged: Number(chargedMicroUsd) });
    const settled = await books.bookings.settle({ ...answered(operationId), resultOf });
    expect(settled).toMatchObject({ amounts: { chargedMicroUsd: 160n }, result: { charged: 160 } });
    expect(settled.balance).toBeUndefined();
    disk.recover();
    await catchUp();
    expect(await find()).toEqual({ state: 'answered', answer: '{"charged":160}' });
    expect((await balance()).postedMicroUsd).toBe(840n);
  });

  test('lets no other call begin, until the books take it; then the next call goes through at once', async () => {
    const operationId = await hold();
    disk.fail();
    await books.bookings.settle(answered(operationId));
    const next = callOf(harness, { idempotencyKey: 'next' });
    await expect(books.ledger.hold(next)).rejects.toThrow(/^You were not charged\. The server couldn’t read/);
    disk.recover();
    expect(await books.ledger.hold(next)).toMatchObject({ kind: 'held' });
    expect(books.bookings.waiting).toBe(0);
    expect(await balance()).toMatchObject({ postedMicroUsd: 860n, heldMicroUsd: 200n });
  });

  test('is booked by itself, as soon as the disk takes it', async () => {
    const operationId = await hold();
    disk.fail();
    await books.bookings.settle(answered(operationId));
    disk.recover();
    await expect.poll(() => books.bookings.waiting).toBe(0);
    expect(await balance()).toMatchObject({ postedMicroUsd: 860n, heldMicroUsd: 0n });
  });

  test('is never swept, however long the disk is full and wherever the time of day leaps', async () => {
    const operationId = await hold();
    disk.fail();
    await books.bookings.settle(answered(operationId));
    harness.pass(9 * MINUTE_MS);
    harness.nowMs += DAY_MS;
    await expect(books.ledger.hold(callOf(harness, { idempotencyKey: 'next' }))).rejects.toThrow();
    harness.pass(9 * MINUTE_MS); // longer than a call may take, and not so long since the last attempt
    disk.recover();
    await harness.ledger.sweep();
    await catchUp();
    expect(await balance()).toMatchObject({ postedMicroUsd: 860n, heldMicroUsd: 0n });
    expect(harness.systemBalance('loss')).toBe(0n);
  });

  test('that was booked although the disk said otherwise is not charged twice', async () => {
    const operationId = await hold();
    disk.fail();
    await books.bookings.settle(answered(operationId));
    disk.recover();
    await harness.ledger.settle(answered(operationId));
    await catchUp();
    expect((await balance()).postedMicroUsd).toBe(860n);
  });

  test('becomes a recorded loss when the program ends before', async () => {
    const operationId = await hold();
    disk.fail();
    await books.bookings.settle(answered(operationId));
    expect(await books.bookings.close(0)).toBe(1);
    harness.crash();
    expect(await harness.ledger.recover()).toMatchObject({ releasedAsLoss: 1, lossMicroUsd: 200n });
    expect((await balance()).postedMicroUsd).toBe(1_000n);
  });

  test('of an account that is deleted meanwhile is charged and its text forgotten', async () => {
    const operationId = await hold();
    disk.fail();
    await books.bookings.settle(answered(operationId));
    const forgotten = books.ledger.forgetAnswers('ann');
    await expect(forgotten).rejects.toThrow();
    disk.recover();
    await catchUp();
    expect(await find()).toEqual({ state: 'purged' });
    expect((await balance()).postedMicroUsd).toBe(860n);
  });

  test('so much text that it can’t be kept: the call is charged, and its answer is not repeated', async () => {
    const [first, second] = [await hold('first'), await hold('second')];
    disk.fail();
    const text = 'x'.repeat(60);
    for (const id of [first, second]) await books.bookings.settle(answered(id, { result: text }));
    expect(await find('second')).toEqual({ state: 'purged' });
    disk.recover();
    await catchUp();
    expect(await find('first')).toEqual({ state: 'answered', answer: JSON.stringify(text) });
    expect(await find('second')).toEqual({ state: 'purged' });
    expect((await balance()).postedMicroUsd).toBe(720n);
  });
});

test('a failed call that can’t be booked is told as failed, and gives its hold back when there is room', async () => {
  const operationId = await hold();
  disk.fail();
  await books.bookings.release(operationId, 'failed', 25n);
  expect(await find()).toEqual({ state: 'failed' });
  expect(await books.ledger.replay(callOf(harness))).toBeUndefined();
  expect(await refusalOf(books.ledger.hold(callOf(harness)))).toBe('ledger_unavailable');
  disk.recover();
  await hold(); // the same key may be tried again
  expect(await balance()).toMatchObject({ postedMicroUsd: 1_000n, heldMicroUsd: 200n });
  expect(harness.systemBalance('loss')).toBe(-25n);
});

test('an answer without text that can’t be booked is forgiven, whatever the day’s allowance turns out to be', async () => {
  const operationId = await hold();
  disk.fail();
  const usage = { inputTokens: 100, outputTokens: 20, ...NO_EXTRAS };
  expect(await books.bookings.writeOff({ operationId, reason: 'empty', maxPerDay: 0, ...usage })).toBe(true);
  disk.recover();
  await catchUp();
  expect(await balance()).toMatchObject({ postedMicroUsd: 1_000n, heldMicroUsd: 0n });
  expect(harness.systemBalance('loss')).toBe(-140n);
});

test('a reply that the ledger refuses is given to the user, and costs nothing', async () => {
  const operationId = await hold();
  await harness.ledger.release(operationId, 'No answer before the deadline');
  const resultOf = ({ chargedMicroUsd }: SettledAmounts) => ({ charged: Number(chargedMicroUsd) });
  const settled = await books.bookings.settle({ ...answered(operationId), resultOf });
  expect(settled).toMatchObject({
    amounts: { costMicroUsd: 140n, chargedMicroUsd: 0n },
    result: { charged: 0 },
  });
  expect((await balance()).postedMicroUsd).toBe(1_000n);
});

test('on a disk that is almost full no new call begins, and what is under way is booked', async () => {
  const operationId = await hold();
  isDiskShort = true;
  const next = books.ledger.hold(callOf(harness, { idempotencyKey: 'next' }));
  await expect(next).rejects.toThrow('You were not charged. The server’s disk is almost full.');
  await books.bookings.settle(answered(operationId));
  expect((await balance()).postedMicroUsd).toBe(860n);
});
