import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import { addUsage } from '../../../../tests/support/many-entries';
import type { EntryQuery, LedgerLine } from '../contract';
import { answered, grant, held } from '../testing/harness';
import { SqliteHarness } from '../testing/sqlite-harness';
import { QUERIES } from '../reads/lines';

const NOON_MS = Date.UTC(2026, 10, 20, 12);

describe('the pages of a person’s ledger', () => {
  let harness: SqliteHarness;
  beforeEach(() => {
    harness = new SqliteHarness();
  });
  afterEach(async () => {
    expect((await harness.ledger.reconcile()).faults).toEqual([]);
    harness.close();
  });

  const page = (query: Partial<EntryQuery>) =>
    harness.ledger.entries('ann', { page: 1, pageSize: 25, ...query });

  async function allLines(): Promise<LedgerLine[]> {
    const lines: LedgerLine[] = [];
    for await (const line of harness.ledger.streamEntries('ann')) lines.push(line);
    return lines;
  }

  /** Bursts within one millisecond, quiet hours, a debt, and holds that are open. */
  async function makeHistory(): Promise<void> {
    for (let burst = 0; burst < 12; burst += 1) {
      await grant(harness, 10_000n + BigInt(burst));
      const calls = Array.from({ length: 7 }, (_, call) =>
        held(harness, { idempotencyKey: `${burst} ${call}` }),
      );
      for (const operationId of await Promise.all(calls)) await harness.ledger.settle(answered(operationId));
      harness.pass(burst % 3 === 0 ? HOUR_MS : MINUTE_MS);
    }
    await harness.ledger.clawBack({ userId: 'ann', amountMicroUsd: 200_000n, key: 'refund', note: '' });
    await grant(harness, 500_000n);
    await held(harness, { idempotencyKey: 'open', timeoutMs: DAY_MS });
    harness.pass(MINUTE_MS);
    await held(harness, { idempotencyKey: 'open, later', timeoutMs: DAY_MS });
  }

  test('have each line once, in its order, whatever the size of a page and the range of time', async () => {
    await makeHistory();
    const lines = await allLines();
    expect(lines).toHaveLength(12 * 8 + 4 + 2);
    const times = [...new Set(lines.map(({ occurredAtMs }) => occurredAtMs))];
    const borders = [undefined, -1, NOON_MS - 1, ...times.flatMap((atMs) => [atMs, atMs + 1])];
    for (const startMs of borders) {
      for (const endMs of borders) {
        const wanted = lines.filter(
          ({ occurredAtMs }) => occurredAtMs >= (startMs ?? 0) && occurredAtMs < (endMs ?? Infinity),
        );
        const range = { startMs, endMs };
        expect(await page({ ...range, pageSize: 1000 })).toEqual({ total: wanted.length, items: wanted });
      }
    }
    for (const pageSize of [1, 7, 25, 101, 102]) {
      const pages: LedgerLine[] = [];
      for (let number = 1; number <= Math.ceil(lines.length / pageSize); number += 1) {
        for (const line of (await page({ page: number, pageSize })).items) pages.push(line);
      }
      expect(pages, `pages of ${pageSize}`).toEqual(lines);
      expect((await page({ page: lines.length + 1, pageSize })).items).toEqual([]);
    }
  });

  test('add up to what their lines say, whatever the range of time', async () => {
    await makeHistory();
    await harness.ledger.settle(answered(await held(harness, { idempotencyKey: 'free', isFree: true })));
    const usage = (await allLines()).filter(({ kind }) => kind === 'usage');
    const first = usage.at(-1)?.occurredAtMs ?? 0;
    const steps = [0, 1, 2, 7, 15, 16, 31, 60, 61, 120, 240, 300].map((minutes) => minutes * MINUTE_MS);
    const borders = [undefined, first - 1, ...steps.flatMap((step) => [first + step, first + step + 1])];
    for (const startMs of borders) {
      for (const endMs of borders) {
        const inRange = usage.filter(
          ({ occurredAtMs }) => occurredAtMs >= (startMs ?? 0) && occurredAtMs < (endMs ?? Infinity),
        );
        expect(await harness.ledger.usageSummary('ann', { startMs, endMs })).toEqual({
          totalRequests: inRange.length,
          totalInputTokens: inRange.reduce((all, { inputTokens }) => all + (inputTokens ?? 0), 0),
          totalOutputTokens: inRange.reduce((all, { outputTokens }) => all + (outputTokens ?? 0), 0),
          totalCostMicroUsd: -inRange.reduce((all, { amountMicroUsd }) => all + amountMicroUsd, 0n),
        });
      }
    }
  });

  test('are numbered from the end of a hundred thousand entries without a look at the others @soak', async () => {
    await grant(harness, 10_000_000_000n);
    addUsage(harness.connection, {
      userId: 'ann',
      count: 100_000,
      firstAtMs: harness.nowMs,
      everyMs: 20_000,
    });
    const [first, last] = [await page({}), await page({ page: 4_000 })];
    expect([first.total, last.total]).toEqual([100_001, 100_001]);
    expect([first.items.length, last.items.length]).toEqual([25, 25]);
    expect(last.items.map(({ balanceAfterMicroUsd }) => balanceAfterMicroUsd)).toEqual(
      Array.from({ length: 25 }, (_, index) => 10_000_000_000n - BigInt(25 - index) * 140n),
    );
    expect((await page({ page: 4_001 })).items).toMatchObject([{ kind: 'grant' }]);

    const startMs = NOON_MS + 50_000 * 20_000;
    const range = { startMs, endMs: startMs + 10_000 * 20_000 };
    expect(await page({ ...range, page: 400 })).toMatchObject({ total: 10_000, items: { length: 25 } });
    expect((await page({ ...range, page: 400 })).items.at(-1)).toMatchObject({ occurredAtMs: startMs });
    expect(await harness.ledger.usageSummary('ann', range)).toEqual({
      totalRequests: 10_000,
      totalInputTokens: 1_000_000,
      totalOutputTokens: 200_000,
      totalCostMicroUsd: 1_400_000n,
    });
  });

  test.each(Object.entries(QUERIES))(
    '%s is answered from an index, without a scan or a sort',
    (_name, sql) => {
      const steps = harness.connection
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+/g, "'x'")}`)
        .all();
      for (const { detail } of steps) expect(detail).not.toMatch(/^SCAN|TEMP B-TREE/);
    },
  );
});
