import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import type { Actor } from '~/core/server/session.server';
import { keepTurn, keepTurnSchema } from '~/features/sessions/index.server';
import { DAY_MS } from '~/core/shared/clock';
import {
  breakDownCategories,
  exportHistory,
  exportHistorySchema,
  historyQuerySchema,
} from '~/features/billing/index.server';
import { LANDING_PAGES } from '~/features/preferences';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import {
  landingTab,
  readAnalytics,
  readDashboardFrame,
  readHistory,
  readInsights,
  readOverview,
  readSettings,
} from './index.server';

let services: PayingServices;
let actor: Actor;
let categoryId: number;
beforeAll(async () => {
  services = await payingServices();
  const category = { name: 'Teaching', sortOrder: 1 };
  ({ id: categoryId } = await services.prisma.category.create({ data: category, select: { id: true } }));
  actor = await services.customer({ cents: 1000 });
  await services.send(actor, { model: 'gpt-4o', categoryId });
  await services.send(actor, { model: 'gpt-4o-mini' });
  services.vendor.script({ kind: 'status', status: 503 });
  await services.send(actor).catch(() => undefined);
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const lines = async (query: Record<string, string> = {}) =>
  (await readHistory(services, actor, historyQuerySchema.parse(query))).history;

describe('the dashboard', () => {
  it('adds up what was spent, on what, and what was not charged', async () => {
    const overview = await readOverview(services, actor, { range: '7d' });
    const spent = 10_000_000 - overview.balanceMicroUsd;
    expect(overview).toMatchObject({
      spentTodayMicroUsd: spent,
      changePercent: null,
      sums: { requests: 2, notCharged: 1, costMicroUsd: spent },
      models: [
        { name: 'GPT-4o', requests: 1 },
        { name: 'GPT-4o-mini', requests: 1 },
      ],
    });
    expect(overview.spend.values).toEqual([0, 0, 0, 0, 0, 0, spent]);
    expect(overview.daysLeft).toBe(Math.floor(overview.balanceMicroUsd / (spent / 7)));
    const analytics = await readAnalytics(services, actor, { range: '1d' });
    expect(analytics.time.points).toHaveLength(24);
    expect(analytics.kinds.map(({ name }) => name)).toEqual(['Teaching', 'No category']);
    expect(analytics.failed).toMatchObject([{ modelName: 'GPT-4o-mini' }]);
  });

  it('has a breakdown by category for scripts too', async () => {
    const breakdown = await breakDownCategories(services, actor, {});
    expect(breakdown).toMatchObject([
      { categoryId, categoryName: 'Teaching', requests: 1 },
      { categoryId: null, categoryName: 'No category', requests: 1 },
    ]);
    expect(breakdown.reduce((sum, { percentCost }) => sum + percentCost, 0)).toBeCloseTo(100, 0);
  });

  it('shows people who have used nothing that there is nothing, and nobody else’s figures', async () => {
    const stranger = await services.customer();
    expect(await readOverview(services, stranger, {})).toMatchObject({ daysLeft: null, models: [] });
    expect(await readInsights(services, stranger, {})).toMatchObject({ requests: 0, insights: [] });
    const { history } = await readHistory(services, stranger, historyQuerySchema.parse({}));
    expect(history).toEqual({ items: [], total: 0, next: null });
    expect(await breakDownCategories(services, stranger, {})).toEqual([]);
  });

  it('offers as start pages those that somebody may open', async () => {
    const startPages = async (roles: Actor['roles']) =>
      (await readSettings(services, (await services.signUp({ roles })).actor)).startPages;
    expect(await startPages([])).toEqual(LANDING_PAGES.filter((page) => page !== '/baiql'));
    expect(await startPages(['teamuser'])).toEqual(LANDING_PAGES);
  });

  it('begins with the tab and the period that somebody prefers, and warns of a low balance', async () => {
    const { actor: low } = await services.signUp({ roles: ['teamuser'] });
    expect(await readDashboardFrame(services, low, {})).toEqual({
      range: '7d',
      lowBalance: { availableMicroUsd: 0, ownMicroUsd: 0, warnCents: 50 },
    });
    await services.preferences.change(low.userId, { DefaultLandingTab: 'insights', DefaultDateRange: '30d' });
    expect(await landingTab(services, low)).toBe('insights');
    expect(await readDashboardFrame(services, low, {})).toMatchObject({ range: '30d' });
    expect(await readDashboardFrame(services, actor, { range: '1d' })).toMatchObject({
      range: '1d',
      lowBalance: null,
    });
  });
});

describe('the history', () => {
  it('is counted without filters, and told line by line', async () => {
    const { items, total } = await lines();
    expect(total).toBe(3);
    expect(items.map(({ modelName }) => modelName)).toEqual(['GPT-4o-mini', 'GPT-4o', null]);
    expect(items.map(({ story }) => story?.lines.map(({ label }) => label) ?? null)).toEqual([
      ['Input', 'Output'],
      ['Input', 'Output'],
      null,
    ]);
  });

  it('has the first words of a message that is kept in a session', async () => {
    const writer = await services.customer({ cents: 100 });
    const key = randomUUID();
    await services.send(writer, {}, { key });
    await services.send(writer);
    const input = keepTurnSchema.parse({
      Entries: [{ role: 'user', text: 'Why are\n  leaves green?', label: 'You' }],
      Begins: true,
      Provider: 'openai',
      Model: 'gpt-4o-mini',
    });
    await keepTurn(services, writer, { sessionId: randomUUID(), key, input });
    const { history } = await readHistory(services, writer, historyQuerySchema.parse({}));
    expect(history.items.map(({ opening }) => opening)).toEqual([null, 'Why are leaves green?', null]);
    const others = await lines();
    expect(others.items.map(({ opening }) => opening)).toEqual([null, null, null]);
  });

  it.each([
    [{ model: 'gpt-4o' }, 1],
    [{ provider: 'openai' }, 2],
    [{ reason: 'REQ' }, 2],
    [{ reason: 'nothing like it' }, 0],
    [{ min: '0.000001' }, 2],
    [{ max: '-1' }, 1],
    [{ from: '2026-11-20', to: '2026-11-20' }, 3],
    [{ from: '2026-11-21' }, 0],
    [{ min: 'much', from: 'yesterday' }, 3],
  ])('filtered by %j has %d lines', async (query, count) => {
    expect((await lines(query)).items).toHaveLength(count);
  });

  it('goes on where a page of filtered lines ended', async () => {
    const query = { ...historyQuerySchema.parse({ provider: 'openai' }), pageSize: 25 as const };
    expect((await readHistory(services, actor, query)).history).toMatchObject({ total: null });
    expect((await lines({ provider: 'openai', after: '2' })).items).toEqual([]);
  });

  it('is exported with the columns of the specification; free accounts get text', async () => {
    const ask = (who: Actor, query: object) =>
      exportHistory(services, who, {
        filters: exportHistorySchema.parse(query),
        signal: new AbortController().signal,
      });
    const csv = await ask(actor, { format: 'csv', model: 'gpt-4o' });
    expect(csv.headers.get('Content-Disposition')).toContain('Promptwell history.csv');
    const [head, line, rest] = (await readText(csv)).trim().split(/\r?\n/);
    expect(head).toBe('Date,Provider,Model,InputTokens,OutputTokens,Cost,BalanceAfter,Reason');
    expect(line).toMatch(/^2026-11-20T09:00:00\+00:00,openai,gpt-4o,\d+,\d+,0\.\d+,9\.\d+,Request$/);
    expect(rest).toBeUndefined();
    const { actor: free } = await services.signUp();
    expect((await ask(free, { format: 'xlsx' })).headers.get('Content-Type')).toContain('text/plain');
  });

  it.each([
    [{ from: '2026-02-31' }, 'from must be a day such as 2026-11-20'],
    [{ min: 'much' }, 'min must be an amount in dollars such as 0.05'],
  ])('is not exported whole to a script that filters by %j', (query, message) => {
    expect(() => check(exportHistorySchema, query)).toThrow(message);
  });

  async function readText(response: Response): Promise<string> {
    if (!response.body) throw new Error('There is no body.');
    return text(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]));
  }
});

it('after a week without use the period is empty, and the days before it are known', async () => {
  const idle = await services.customer({ cents: 100 });
  await services.send(idle);
  services.pass(8 * DAY_MS);
  onTestFinished(() => services.pass(-8 * DAY_MS));
  const overview = await readOverview(services, idle, { range: '7d' });
  expect(overview).toMatchObject({ changePercent: -100, sums: { requests: 0 }, daysLeft: null });
});
