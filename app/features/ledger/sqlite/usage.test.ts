import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import { addUsage } from '../../../../tests/support/many-entries';
import type { EntrySearch, LedgerLine } from '../contract';
import { answered, grant, held, NO_EXTRAS, PRICE } from '../testing/harness';
import { SqliteHarness } from '../testing/sqlite-harness';
import { SEARCH_QUERIES } from '../reads/search';
import { USAGE_QUERIES } from '../reads/usage';

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const ALWAYS = { startMs: 0, endMs: Number.MAX_SAFE_INTEGER };

let harness: SqliteHarness;
beforeEach(async () => {
  harness = new SqliteHarness();
  await grant(harness, 10_000_000_000n);
});
afterEach(async () => {
  expect((await harness.ledger.reconcile()).faults).toEqual([]);
  harness.close();
});

describe('what was used', () => {
  const usage = () => harness.ledger.usage('ann', ALWAYS);

  test('is added up by quarter of an hour, kind of call, model and category', async () => {
    for (const [key, categoryId] of Object.entries({ one: 3, two: 3, three: undefined })) {
      const call = await held(harness, { idempotencyKey: key, categoryId });
      await harness.ledger.settle(answered(call));
    }
    harness.pass(15 * MINUTE_MS);
    await harness.ledger.settle(answered(await held(harness, { idempotencyKey: 'four', categoryId: 3 })));
    expect(await usage()).toMatchObject([
      { startMs: NOON_MS, categoryId: 0, requests: 1, costMicroUsd: 140, inputTokens: 100 },
      { startMs: NOON_MS, categoryId: 3, requests: 2, costMicroUsd: 280, outputTokens: 40 },
      { startMs: NOON_MS + 15 * MINUTE_MS, categoryId: 3, requests: 1, costMicroUsd: 140 },
    ]);
    expect(
      await harness.ledger.usage('ann', { startMs: NOON_MS + 1, endMs: NOON_MS + HOUR_MS }),
    ).toHaveLength(1);
    expect(await harness.ledger.usage('bob', ALWAYS)).toEqual([]);
  });

  test('is added up by slots, such as days', async () => {
    addUsage(harness.connection, {
      userId: 'ann',
      count: 200,
      firstAtMs: NOON_MS,
      everyMs: MINUTE_MS,
      models: 2,
    });
    const slots = [0, 2, 3].map((hours) => NOON_MS + hours * HOUR_MS);
    const [first = 0, second = 0, third = 0] = slots;
    const found = await harness.ledger.usage('ann', [
      { startMs: first, endMs: second },
      { startMs: second, endMs: third },
      { startMs: third, endMs: third + HOUR_MS },
    ]);
    expect(found.map(({ startMs, model, requests }) => [startMs, model, requests])).toEqual([
      [first, 'demo-1', 60],
      [first, 'demo-2', 60],
      [second, 'demo-1', 30],
      [second, 'demo-2', 30],
      [third, 'demo-1', 10],
      [third, 'demo-2', 10],
    ]);
    expect(await usage()).toHaveLength(14 * 2); // hours of four quarters, each of both models
  });

  test('tells what was free, and what it would have cost', async () => {
    await harness.ledger.settle(answered(await held(harness, { isFree: true })));
    expect(await usage()).toMatchObject([
      { requests: 1, freeRequests: 1, costMicroUsd: 0, freeValueMicroUsd: 140, notCharged: 0 },
    ]);
  });

  test('tells what was not charged, and why', async () => {
    const call = await held(harness);
    await harness.ledger.release(call, 'Failed: overloaded', 5n);
    expect(await usage()).toMatchObject([{ requests: 0, notCharged: 1, costMicroUsd: 0 }]);
    expect(await harness.ledger.uncharged('ann', { ...ALWAYS, limit: 10 })).toEqual([
      {
        operationId: call,
        atMs: NOON_MS,
        provider: 'demo',
        model: 'demo-1',
        reason: 'Failed: overloaded',
        apiKey: null,
      },
    ]);
    expect(await harness.ledger.uncharged('bob', { ...ALWAYS, limit: 10 })).toEqual([]);
  });

  test('tells what the cache of a vendor took off', async () => {
    const price = { ...PRICE, rates: { ...PRICE.rates, cacheRead: PRICE.rates.input / 10n } };
    const call = await held(harness, { price });
    await harness.ledger.settle(answered(call, { cacheReadTokens: 50 }));
    // 50 tokens at a tenth of 1 µ$.
    expect(await usage()).toMatchObject([{ costMicroUsd: 95, cacheSavedMicroUsd: 45 }]);
  });
});

describe('an export', () => {
  const all = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
    const found: Row[] = [];
    for await (const row of rows) found.push(row);
    return found;
  };

  test('has every quarter once, a few hundred at a time', async () => {
    const used = { firstAtMs: NOON_MS, everyMs: 5 * MINUTE_MS, models: 3, categories: 2 };
    addUsage(harness.connection, { userId: 'ann', count: 3_000, ...used });
    const whole = await harness.ledger.usage('ann', ALWAYS);
    expect(whole.length).toBeGreaterThan(1_500);
    expect(await all(harness.ledger.streamUsage('ann'))).toEqual(whole);
    expect(await all(harness.ledger.streamUsage('bob'))).toEqual([]);
  });

  test('has every call that was not charged, also where very many failed at once', async () => {
    const add = harness.connection.prepare(
      `WITH RECURSIVE numbers (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM numbers WHERE i < 1500)
       INSERT INTO ledger_uncharged (operation_id, user_id, at, provider, model, reason)
       SELECT 'call-' || i, 'ann', @at + i / 700, 'demo', 'demo-1', 'Failed: overloaded' FROM numbers`,
    );
    add.run({ at: BigInt(NOON_MS) });
    const calls = await all(harness.ledger.streamUncharged('ann'));
    expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(1_500);
    expect(calls).toHaveLength(1_500);
    expect(calls.map(({ atMs }) => atMs)).toEqual(calls.map(({ atMs }) => atMs).sort((a, b) => b - a));
    harness.connection.exec('DELETE FROM ledger_uncharged');
  });
});

describe('a charge', () => {
  test('has the rule it was made by and all that was billed; what is no call has none', async () => {
    const call = await held(harness, { categoryId: 7, idempotencyKey: 'k7' });
    await harness.ledger.settle(answered(call, { cacheReadTokens: 50, searches: 0 }));
    const [usage, credit] = (await harness.ledger.entries('ann', { page: 1, pageSize: 5 })).items;
    const ids = [usage, credit].map((line) => line?.id ?? '');
    const charges = await harness.ledger.charges('ann', [...ids, 'nonsense']);
    expect([...charges.keys()]).toEqual([usage?.id]);
    expect(charges.get(usage?.id ?? '')).toEqual({
      provider: 'demo',
      model: 'demo-1',
      endpoint: 'ai/complete',
      idempotencyKey: 'k7',
      categoryId: 7,
      isFree: false,
      heldMicroUsd: 200n,
      price: PRICE,
      usage: { ...NO_EXTRAS, inputTokens: 100, outputTokens: 20, cacheReadTokens: 50 },
    });
    expect(await harness.ledger.charges('bob', ids)).toEqual(new Map());
  });
});

describe('a search', () => {
  async function found(search: Partial<EntrySearch>): Promise<LedgerLine[]> {
    const lines: LedgerLine[] = [];
    let next: string | null = null;
    do {
      const page = await harness.ledger.search('ann', { limit: 3, ...search, ...(next && { after: next }) });
      for (const line of page.items) lines.push(line);
      next = page.next;
    } while (next !== null);
    return lines;
  }

  test('finds by vendor, model, reason and cost, page by page, each line once', async () => {
    for (let call = 0; call < 10; call += 1) {
      const model = call % 2 === 0 ? 'demo-1' : 'other';
      const id = await held(harness, { idempotencyKey: String(call), model });
      await harness.ledger.settle(answered(id, { outputTokens: call }));
    }
    expect(await found({})).toHaveLength(11);
    expect(new Set((await found({})).map(({ id }) => id)).size).toBe(11);
    expect(await found({ provider: 'demo' })).toHaveLength(10);
    expect(await found({ model: 'other' })).toHaveLength(5);
    expect(await found({ reason: 'reQUEst' })).toHaveLength(10);
    expect(await found({ reason: '%' })).toEqual([]);
    expect(await found({ minCostMicroUsd: 104n, maxCostMicroUsd: 110n })).toHaveLength(4);
    expect(await found({ maxCostMicroUsd: -1n })).toMatchObject([{ kind: 'grant' }]);
    expect(await found({ startMs: harness.nowMs + 1 })).toEqual([]);
    expect(await found({ after: 'nonsense' })).toHaveLength(11);
  });

  test('goes through a hundred thousand entries for a rare one, and on from where it was @soak', async () => {
    addUsage(harness.connection, {
      userId: 'ann',
      count: 100_000,
      firstAtMs: harness.nowMs,
      everyMs: 20_000,
    });
    expect(await found({ reason: 'credit', limit: 25 })).toMatchObject([{ kind: 'grant' }]);
    const deep = await harness.ledger.search('ann', { limit: 25, provider: 'demo', after: '5000' });
    expect(deep.items).toHaveLength(25);
    expect(deep.next).toBe('4975');
  });

  test.each(Object.entries({ ...SEARCH_QUERIES, ...USAGE_QUERIES }))(
    '%s is answered from an index, without a scan or a sort',
    (_name, sql) => {
      const steps = harness.connection
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+/g, "'x'")}`)
        .all();
      for (const { detail } of steps) expect(detail).not.toMatch(/^SCAN|TEMP B-TREE/);
    },
  );
});
