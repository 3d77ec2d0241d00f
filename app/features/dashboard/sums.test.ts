import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '~/core/shared/clock';
import type { UsageInterval } from '~/features/ledger/contract';
import { periodOf } from './period.server';
import { changeInPercent, daysUntilDepletion, percentOf, sumOf, sumsBy, sumsBySlot } from './sums';

const quarter = (startMs: number, changes: Partial<UsageInterval> = {}): UsageInterval => ({
  startMs,
  endpoint: 'ai/complete',
  provider: 'demo',
  model: 'demo-1',
  categoryId: 0,
  apiKeyId: null,
  requests: 1,
  freeRequests: 0,
  notCharged: 0,
  inputTokens: 100,
  outputTokens: 20,
  costMicroUsd: 140,
  freeValueMicroUsd: 0,
  cacheSavedMicroUsd: 0,
  ...changes,
});

describe('a period', () => {
  const NOW_MS = Date.UTC(2026, 9, 26, 3);

  it('has the days of the reader’s own calendar, today included, and as many before', () => {
    const period = periodOf('7d', NOW_MS, 'Europe/Berlin');
    expect(period.slots.map(({ label }) => label)).toEqual([
      'Oct 20',
      'Oct 21',
      'Oct 22',
      'Oct 23',
      'Oct 24',
      'Oct 25',
      'Oct 26',
    ]);
    expect(new Date(period.startMs).toISOString()).toBe('2026-10-19T22:00:00.000Z');
    expect(new Date(period.before.startMs).toISOString()).toBe('2026-10-12T22:00:00.000Z');
    expect(period.before.endMs).toBe(period.startMs);
    // The clocks went back on the 25th.
    const hours = period.slots.map(({ startMs, endMs }) => (endMs - startMs) / (60 * MINUTE_MS));
    expect(hours).toEqual([24, 24, 24, 24, 24, 25, 24]);
  });

  it('of one day has its hours', () => {
    const { slots } = periodOf('1d', NOW_MS, 'Asia/Kathmandu');
    expect(slots).toHaveLength(24);
    expect(slots[0]?.label).toBe('12 AM');
    expect((slots[0]?.startMs ?? 1) % (15 * MINUTE_MS)).toBe(0);
  });
});

describe('sums', () => {
  it('of nothing are nothing', () => {
    expect(sumOf([])).toMatchObject({ requests: 0, costMicroUsd: 0 });
    expect(sumsBy([], ({ model }) => model)).toEqual([]);
  });

  it('are by what one asks for, the most expensive first', () => {
    const quarters = [quarter(1), quarter(2, { model: 'b', costMicroUsd: 500 }), quarter(3)];
    const found = sumsBy(quarters, ({ model }) => model).map(({ key, sums }) => [key, sums.costMicroUsd]);
    expect(found).toEqual([
      ['b', 500],
      ['demo-1', 280],
    ]);
  });

  it('by slot belong to the slot they begin in', () => {
    const slots = [0, 10, 20].map((startMs) => ({ startMs, endMs: startMs + 10 }));
    const quarters = [0, 9, 20, 29].map((startMs) => quarter(startMs));
    expect(sumsBySlot(quarters, slots).map(({ requests }) => requests)).toEqual([2, 0, 2]);
  });
});

it.each([
  [10_000_000, 7_000_000, 7, 10],
  [10_500_000, 7_000_000, 7, 10],
  [100_000, 7_000_000, 7, 1],
  [10_000_000, 0, 7, null],
  [0, 7_000_000, 7, null],
])('%d µ$ at %d in %d days last %s days', (balance, spent, days, left) => {
  expect(daysUntilDepletion(balance, spent, days)).toBe(left);
});

it('a change and a share are percents', () => {
  expect([changeInPercent(82, 100), changeInPercent(150, 100), changeInPercent(5, 0)]).toEqual([
    -18,
    50,
    null,
  ]);
  expect([percentOf(1, 3), percentOf(0, 0)]).toEqual([33.3, 0]);
});
