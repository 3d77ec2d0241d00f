import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { DAY_MS } from '~/core/shared/clock';
import { adjustBalance, grantCredit, readUsage } from '~/features/billing/index.server';
import { plainRule } from '~/features/ledger/index.server';
import { reconcileBooks } from '~/features/operations/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { readActivityPage } from './activity/list-activity.server';
import { activityAddressSchema } from './activity/schema';
import { adjustOnPage, grantOnPage } from './billing/change-balance.server';
import { exportLedgers, exportUserLedger } from './billing/export-ledger.server';
import { readAdminBalance, readBillingPage } from './billing/read-billing.server';
import { adjustFormSchema, grantFormSchema } from './billing/schema';
import { readOcrTopUsers, readOverview } from './overview/read-metrics.server';
import { readOverviewPage } from './overview/read-overview-page.server';
import { readBreakdown, readUsageBreakdownPage } from './usage/read-breakdown.server';
import { breakdownQuerySchema } from './usage/schema';
import { endUserSessions } from './users.server';

let services: TestServices;
let root: Actor;
let ada: Actor;
beforeEach(async () => {
  services = testServices();
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
  ({ actor: ada } = await services.signUp());
  return async () => {
    expect((await services.ledger.reconcile()).faults).toEqual([]);
    await services.close();
  };
});

const PRICE = plainRule({ inputMicroUsdPer1k: 1_000n, outputMicroUsdPer1k: 1_000n });

/** One paid call of this many tokens each way. */
async function pay(key: string, tokens: number): Promise<void> {
  const held = await services.ledger.hold({
    userId: ada.userId,
    endpoint: 'test',
    idempotencyKey: key,
    requestHash: key,
    provider: 'demo',
    model: key.startsWith('other') ? 'other' : 'demo',
    price: PRICE,
    inputTokens: tokens,
    maxOutputTokens: tokens,
    searches: 0,
    isFree: false,
    limits: { freeSendsPerDay: 15 },
    timeoutMs: 60_000,
  });
  await services.ledger.settle({
    operationId: held.operationId,
    resultOf: () => ({}),
    doNotStore: false,
    inputTokens: tokens,
    outputTokens: tokens,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    searches: 0,
  });
}

const grant = (key: string, amountCents = 1000) =>
  grantCredit(services, root, { key, userId: ada.userId, amountCents, note: '' });

describe('the overview', () => {
  it('counts people by when they came, and prompts by category', async () => {
    const category = await services.prisma.category.create({ data: { name: 'Cooking', sortOrder: 1 } });
    await services.prisma.generatedPrompt.create({
      data: {
        userId: ada.userId,
        categoryId: category.id,
        userTopic: '',
        userDetails: '',
        rawTopic: '',
        rawSubtopic: '',
        createdAt: new Date(services.clock()),
      },
    });
    services.pass(10 * DAY_MS);
    await services.signUp();
    expect(await readOverview(services)).toMatchObject({
      totalUsers: 3,
      newUsers7: 1,
      newUsers30: 3,
      totalGeneratedPrompts: 1,
      totalSavedPrompts: 0,
      categories: [{ name: 'Cooking', generatedCount: 1, savedCount: 0 }],
    });
  });

  it('shows what was read by OCR, day by day and by whom', async () => {
    const read = (userId: string, chars: number) => services.stats.recordOcr({ userId, chars, ms: 500 });
    read(ada.userId, 100);
    read(ada.userId, 50);
    services.pass(DAY_MS);
    read(root.userId, 10);
    read('00000000-0000-4000-8000-000000000000', 10);
    const page = await readOverviewPage(services, root);
    expect(page.ocr.daily).toHaveLength(14);
    expect(page.ocr.daily.slice(-2)).toEqual([
      { date: '2026-11-20', count: 2, chars: 150, ms: 1000 },
      { date: '2026-11-21', count: 1, chars: 10, ms: 500 },
    ]);
    expect(page.overview).toMatchObject({ ocrLast7Days: 3, ocrChars7: 160, ocrMs7: 1500 });
    const top = await readOcrTopUsers(services, { days: 30, limit: 10 });
    expect(top.map(({ user, count }) => [user, count])).toEqual([
      [ada.email, 2],
      [root.email, 1],
    ]);
  });

  it('shows how providers fared, also after several flushes', async () => {
    const call = (ms: number, isFailure = false) =>
      services.stats.recordRequest({ provider: 'demo', isFailure, ms });
    for (const ms of [90, 90, 90]) call(ms);
    await services.stats.flush();
    call(7_000, true);
    const { providers } = await readOverviewPage(services, root);
    expect(providers).toEqual([
      // Failures are counted in the list that they lead to: overview/figure-lists.test.ts.
      {
        provider: 'demo',
        name: 'demo',
        calls: 4,
        failures: 0,
        averageMs: 1817.5,
        medianMs: 100,
        p95Ms: 8_000,
      },
    ]);
    expect(await services.stats.registry.metrics()).toContain(
      'promptwell_provider_call_duration_seconds_count{provider="demo",outcome="failed"} 1',
    );
  });

  it('adds up what was paid since yesterday', async () => {
    await grant('one');
    await pay('early', 1_000);
    services.pass(2 * DAY_MS);
    await pay('late', 500);
    const { day, week } = await readOverviewPage(services, root);
    expect(day).toEqual({ calls: 1, paidMicroUsd: 1_000, promoMicroUsd: 0 });
    expect(week).toEqual({ calls: 2, paidMicroUsd: 3_000, promoMicroUsd: 0 });
  });
});

describe('the list of requests', () => {
  it('has each with its person, model, tokens and cost, page by page', async () => {
    await grant('one');
    await pay('early', 1_000);
    await pay('other', 500);
    const query = { ...activityAddressSchema.parse({ list: 'requests' }), pageSize: 1 };
    const first = await readActivityPage(services, root, query);
    expect(first.rows).toMatchObject([
      { user: { email: ada.email }, what: 'other (demo)', detail: '500 in · 500 out', costMicroUsd: 1_000 },
    ]);
    const { rows, next } = await readActivityPage(services, root, { ...query, after: first.next ?? '' });
    expect(rows).toMatchObject([{ what: 'demo (demo)', costMicroUsd: 2_000 }]);
    expect(next).toBeNull();
  });
});

describe('usage by model', () => {
  it('adds up one user’s calls of a period, the dearest first', async () => {
    await grant('one');
    await pay('early', 9_000);
    services.pass(8 * DAY_MS);
    await pay('one', 100);
    await pay('other-1', 400);
    await pay('other-2', 400);
    const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const ofDays = { since: day(services.clock()), until: day(services.clock()) };
    expect(
      await readBreakdown(services, breakdownQuerySchema.parse({ userId: ada.userId, ...ofDays })),
    ).toEqual({
      totals: { requests: 3, inputTokens: 900, outputTokens: 900, totalTokens: 1800, costCents: 0.18 },
      items: [
        {
          provider: 'demo',
          model: 'other',
          requests: 2,
          inputTokens: 800,
          outputTokens: 800,
          totalTokens: 1600,
          costCents: 0.16,
        },
        {
          provider: 'demo',
          model: 'demo',
          requests: 1,
          inputTokens: 100,
          outputTokens: 100,
          totalTokens: 200,
          costCents: 0.02,
        },
      ],
    });
  });

  it('has the days that people see of their own usage: today and those before it', async () => {
    await services.preferences.change(root.userId, { PreferredTimezone: 'Pacific/Auckland' });
    const { since } = await readUsageBreakdownPage(services, root, { user: ada.email, range: '7d' });
    expect(await readUsage(services, root, { range: '7d', page: 1 })).toMatchObject({ startsAt: since });
  });

  it('refuses nobody, a range turned around and one of ages', async () => {
    const ask = async (query: object) =>
      readBreakdown(services, breakdownQuerySchema.parse({ userId: ada.userId, ...query }));
    await expect(ask({ userId: 'nobody' })).rejects.toMatchObject({ code: 'no_such_user' });
    await expect(ask({ since: '2026-11-20T00:00:00Z', until: '2026-11-01T00:00:00Z' })).rejects.toMatchObject(
      { code: 'invalid' },
    );
    await expect(ask({ since: '1970-01-01T00:00:00Z' })).rejects.toMatchObject({ code: 'range_too_long' });
    expect(await readUsageBreakdownPage(services, root, { user: '', range: '30d' })).toMatchObject({
      user: null,
      breakdown: null,
    });
  });
});

describe('billing', () => {
  it('shows a user by their email, their balance and 50 entries a page', async () => {
    await grant('one');
    for (let index = 0; index < 55; index += 1) await pay(`call-${String(index)}`, 1);
    const page = await readBillingPage(services, root, { user: ada.email.toUpperCase(), page: 2 });
    expect(page.user).toMatchObject({ id: ada.userId });
    expect(page.ledger).toMatchObject({ total: 56, page: 2, pageSize: 50 });
    expect(page.ledger?.items).toHaveLength(6);
    expect(await readAdminBalance(services, ada.userId)).toMatchObject({
      balanceMicroUsd: 10_000_000 - 55 * 2,
    });
  });

  it('says in dollars what was granted, debited and credited', async () => {
    const change = { userId: ada.userId, note: 'A correction' };
    const said = [
      await grantOnPage(services, root, { ...change, key: 'granted', amount: 125_050 }),
      await adjustOnPage(services, root, { ...change, key: 'debited', amount: -250 }),
      await adjustOnPage(services, root, { ...change, key: 'credited', amount: 5 }),
    ];
    expect(said).toEqual([
      { message: '$1,250.50 granted.', key: 'granted' },
      { message: '$2.50 debited.', key: 'debited' },
      { message: '$0.05 credited.', key: 'credited' },
    ]);
    expect(await readAdminBalance(services, ada.userId)).toMatchObject({ balanceMicroUsd: 1_248_050_000 });
  });

  it('says that the first try went through, where its answer was lost and the amount was changed since', async () => {
    const form = { userId: ada.userId, note: '', key: 'lost-on-the-way' };
    await grantOnPage(services, root, { ...form, amount: 1_000 });
    const message = 'An earlier attempt from this form went through. Reload the page and check the ledger.';
    await expect(grantOnPage(services, root, { ...form, amount: 2_000 })).rejects.toThrow(message);
    const debit = { ...form, note: 'Twice by mistake' };
    await adjustOnPage(services, root, { ...debit, amount: -100 });
    await expect(adjustOnPage(services, root, { ...debit, amount: -200 })).rejects.toThrow(message);
    expect(await readAdminBalance(services, ada.userId)).toMatchObject({ balanceMicroUsd: 9_000_000 });
  });

  it('keeps the last proof of the books', async () => {
    expect((await readBillingPage(services, root, { user: '', page: 1 })).reconciliation).toBeNull();
    await grant('one');
    await reconcileBooks(services);
    expect((await readBillingPage(services, root, { user: '', page: 1 })).reconciliation).toMatchObject({
      isOk: true,
      faults: [],
      entries: 2,
    });
  });

  it('reads amounts as people type them', () => {
    const amountOf = (amount: string) =>
      adjustFormSchema.safeParse({ userId: 'a', key: 'a'.repeat(8), amount, note: 'x' }).data?.amount;
    expect(['10', '1,250.5', '-0.01', '−3', '1,50', '0', '1.005', 'ten', ''].map(amountOf)).toEqual([
      1000,
      125_050,
      -1,
      -300,
      150, // a decimal comma: no hundred and fifty dollars
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // As much as the API takes, and no more.
    expect(['1,000,000', '-1000000', '1,000,000.01', '-9,999,999'].map(amountOf)).toEqual([
      100_000_000,
      -100_000_000,
      undefined,
      undefined,
    ]);
    const negative = { userId: 'a', key: 'a'.repeat(8), amount: '-1' };
    expect(grantFormSchema.safeParse(negative).success).toBe(false);
  });

  it('exports one ledger, all of them, and what came in, for 30 days', async () => {
    await grant('long-ago', 500);
    services.pass(40 * DAY_MS);
    await grant('now');
    await pay('call', 1_000);
    await adjustBalance(services, root, { key: 'a', userId: ada.userId, amountCents: -100, note: '=1+1' });
    const lines = async (file: Promise<Response>) =>
      (await (await file).text())
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
    const own = await lines(exportUserLedger(services, root, { userId: ada.email }));
    expect(own[0]?.slice(0, 3)).toEqual(['id', 'occurred_at', 'kind']);
    expect(own.slice(1).map((row) => [row[2], row[7], row[8]])).toEqual([
      ['adjustment', '-1', '13.998'],
      ['usage', '-0.002', '14.998'],
      ['grant', '10', '15'],
    ]);
    const all = await lines(exportLedgers(services, root, { what: 'all' }));
    expect(all.slice(1).map((row) => [row[1], row[4]])).toEqual([
      [ada.email, 'adjustment'],
      [ada.email, 'usage'],
      [ada.email, 'grant'],
    ]);
    const income = await lines(exportLedgers(services, root, { what: 'income' }));
    expect(income.slice(1).map((row) => row[4])).toEqual(['adjustment', 'grant']);
    const tooLong = { start: '2026-01-01', end: '2026-11-20', what: 'all' } as const;
    await expect(exportLedgers(services, root, tooLong)).rejects.toMatchObject({ code: 'range_too_long' });
    const events = await services.prisma.auditEvent.findMany({ where: { action: 'billing.exported' } });
    expect(events).toHaveLength(3);
  });

  it('exports what was before a moment in which the clock was behind', async () => {
    await grant('before');
    services.pass(-40 * DAY_MS);
    for (let number = 0; number < 170; number += 1) await pay(`behind-${String(number)}`, 1);
    services.pass(40 * DAY_MS);
    const kindsOf = async (file: Promise<Response>, column: number) =>
      (await (await file).text())
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[column]);
    const own = await kindsOf(exportUserLedger(services, root, { userId: ada.email }), 2);
    expect(own.at(-1)).toBe('grant');
    expect(await kindsOf(exportLedgers(services, root, { what: 'income' }), 4)).toEqual(['grant']);
  });

  it('exports what was taken back beside what came in: a refund with its bonus and its debt', async () => {
    const { userId } = ada;
    await services.ledger.creditAll([
      { userId, amountMicroUsd: 25_000_000n, source: 'topup', key: 'paid' },
      { userId, amountMicroUsd: 5_000_000n, source: 'bonus', key: 'bonus' },
    ]);
    await pay('call', 1_000);
    const note = 'Refunded payment';
    await services.ledger.clawBack({ userId, amountMicroUsd: 25_000_000n, key: 'paid back', note });
    const bonus = { source: 'bonus', amountMicroUsd: 5_000_000n } as const;
    await services.ledger.clawBack({ ...bonus, userId, key: 'bonus back', note });
    const file = await (await exportLedgers(services, root, { what: 'income' })).text();
    const rows = file
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    expect(rows.map((row) => [row[4], row[9]])).toEqual([
      ['bonus_clawback', '-5'],
      ['debt', '0.002'],
      ['clawback', '-25'],
      ['bonus', '5'],
      ['topup', '25'],
    ]);
  });
});

describe('signing somebody out', () => {
  it('ends all their sessions, spares one’s own, and is written down', async () => {
    const { actor, token } = await services.signUp();
    await endUserSessions(services, root, actor.userId);
    expect(await services.sessions.find(token, 'bearer')).toBeUndefined();
    expect(await services.prisma.auditEvent.count({ where: { action: 'user.sessions-ended' } })).toBe(1);
  });
});
