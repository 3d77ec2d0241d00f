import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { DAY_MS } from '~/core/shared/clock';
import { savePrompt, savePromptSchema } from '~/features/prompts/index.server';
import { payingServices, type PayingServices } from '../../../../tests/support/paying-services';
import { readActivityPage, type ActivityRow } from '../activity/list-activity.server';
import { activityAddressSchema } from '../activity/schema';
import { usersPageQuerySchema } from '../schema';
import { listUsers } from '../users.server';
import { FIGURE_LISTS } from './figure-lists';
import { readOverviewPage } from './read-overview-page.server';

let services: PayingServices;
let root: Actor;
beforeAll(async () => {
  services = await payingServices();
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
  const old = await services.customer({ cents: 500 });
  await services.send(old);
  await services.send(await services.customer());
  await failFor(old);
  services.pass(9 * DAY_MS);
  const [paying, free] = [await services.customer({ cents: 500 }), await services.customer()];
  await services.send(paying);
  await services.send(free);
  await failFor(paying);
  services.pass(2 * DAY_MS);
  await services.send(paying);
  await services.send(paying);
  await services.send(free);
  await failFor(free);
  const { id: categoryId } = await services.prisma.category.create({
    data: { name: 'Cooking', sortOrder: 1 },
  });
  const texts = { userTopic: '', userDetails: '', rawTopic: '', rawSubtopic: '' };
  for (const given of [categoryId, null, null]) {
    const generated = { userId: free.userId, categoryId: given, ...texts, createdAt: new Date() };
    await services.prisma.generatedPrompt.create({ data: generated });
    const prompt = { title: 'Soup', content: 'Cook soup.', ...(given === null ? {} : { categoryId: given }) };
    await savePrompt(services, free, savePromptSchema.parse(prompt));
  }
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

async function failFor(actor: Actor): Promise<void> {
  services.vendor.script({ kind: 'status', status: 400 });
  await expect(services.send(actor)).rejects.toThrow();
}

const addressOf = (href: string) => Object.fromEntries(new URL(href, 'http://console').searchParams);

/** Everything that the list at an address has, page by page. */
async function rowsAt(href: string): Promise<ActivityRow[]> {
  const rows: ActivityRow[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const address = activityAddressSchema.parse({ ...addressOf(href), ...(after ? { after } : {}) });
    const page = await readActivityPage(services, root, { ...address, pageSize: 2 });
    for (const row of page.rows) rows.push(row);
    after = page.next;
  }
  return rows;
}
const usersAt = async (href: string) =>
  (await listUsers(services, usersPageQuerySchema.parse(addressOf(href)))).total;
const costOf = (rows: readonly ActivityRow[]) =>
  rows.reduce((sum, { costMicroUsd }) => sum + (costMicroUsd ?? 0), 0);

it('every figure of the overview is the total of the list that it leads to', async () => {
  const { overview, day, week, providers, runs } = await readOverviewPage(services, root);
  expect(overview).toMatchObject({ totalUsers: 5, newUsers7: 2, totalSavedPrompts: 3 });
  expect(await usersAt(FIGURE_LISTS.users)).toBe(overview.totalUsers);
  expect(await usersAt(FIGURE_LISTS.newUsers7)).toBe(overview.newUsers7);
  expect(await usersAt(`${FIGURE_LISTS.newUsers7}&search=example`)).toBe(overview.newUsers7);
  expect(await rowsAt(FIGURE_LISTS.generated)).toHaveLength(overview.totalGeneratedPrompts);
  expect(await rowsAt(FIGURE_LISTS.saved)).toHaveLength(overview.totalSavedPrompts);
  for (const { id, generatedCount, savedCount } of overview.categories) {
    expect(await rowsAt(FIGURE_LISTS.generatedIn(id))).toHaveLength(generatedCount);
    expect(await rowsAt(FIGURE_LISTS.savedIn(id))).toHaveLength(savedCount);
  }
  expect(overview.categories.map(({ savedCount }) => savedCount)).toContain(1);

  const today = await rowsAt(FIGURE_LISTS.requests24h);
  expect(today).toHaveLength(3);
  expect(today).toHaveLength(day.calls);
  expect(costOf(today)).toBe(day.paidMicroUsd);
  expect(day.paidMicroUsd).toBeGreaterThan(0);
  const free = await rowsAt(FIGURE_LISTS.free7days);
  expect(free).toHaveLength(2);
  expect(costOf(free)).toBe(week.promoMicroUsd);
  expect(free.every(({ user }) => user.email !== '')).toBe(true);
  expect(await rowsAt(FIGURE_LISTS.running)).toHaveLength(runs.running);

  expect(providers.map(({ failures }) => failures)).toEqual([2]);
  for (const { provider, failures } of providers)
    expect(await rowsAt(FIGURE_LISTS.failuresOf(provider))).toHaveLength(failures);
  expect((await rowsAt('/admin/activity?list=uncharged')).length).toBe(3);
});
