import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { registerPerson } from '../support/people';
import { grant, makeUserWithRole } from '../support/users-with-roles';
import { ADMIN, apiOf, signInByApi, type TestServer } from '../support/server';
import { expect, expectAccessible, PHONE, signIn, test, untilAlive, WIDE } from './fixtures';

declare global {
  interface Window {
    layoutShift: number;
  }
}

/** Runs inside a page: adds up how far things moved by themselves. */
function countShifts(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.layoutShift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name });

/** Somebody with ten dollars who has made two paid calls. */
async function payingPerson(server: TestServer) {
  const { account, token, userId } = await makeUserWithRole(server, 'paiduser');
  await grant(server.origin, await signInByApi(server.origin, ADMIN), userId, 1000);
  const api = apiOf(server.origin, token);
  for (const prompt of ['Why is the sky blue?', 'Why are leaves green?']) {
    const answer = await api(
      'POST',
      '/api/ai/complete',
      { provider: 'demo', model: 'demo', prompt, maxOutputTokens: 64 },
      { 'X-Idempotency-Key': randomUUID() },
    );
    expect(answer.status).toBe(200);
  }
  return account;
}

test('the greeting leads to the figures, each tab to its own, and a line to how its amount came about @soak', async ({
  page,
  server,
}) => {
  await signIn(page, await payingPerson(server), '/app-info');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Hello,/ })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/overview$/);
  await expect(page.getByLabel('Balance and usage')).toContainText('Requests2');
  await expect(page.getByRole('img', { name: 'Spend by day, US dollars' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Period' }).getByRole('link', { name: '30d' }).click();
  // The tabs lead on with the period that is shown.
  await expect(page).toHaveURL(/\?range=30d$/);
  await tab(page, 'Analytics').click();
  await expect(page).toHaveURL(/\/dashboard\/analytics\?range=30d$/);
  // The tab is told from its neighbors by those who hear it, too.
  await expect(page).toHaveTitle('Analytics · Dashboard · Promptwell');
  await expect(page.locator('[aria-live]').getByText('Analytics · Dashboard · Promptwell')).toBeAttached();
  await page.getByText('Requests', { exact: true }).last().click();
  await expect(page.getByRole('figure', { name: 'Requests by category' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('figure', { name: 'Requests by category' })).toBeVisible();
  await expectAccessible(page);

  await tab(page, 'History').click();
  const history = page.getByRole('table', { name: 'History' });
  await expect(history.getByRole('row')).toHaveCount(4);
  await history
    .getByRole('button', { name: /^Details of Request, .*, \w{3} \d+, \d{4}, \d+:\d\d [AP]M$/ })
    .first()
    .click();
  await expect(history).toContainText(/Output · \d+ tokens at \$0\.40 per million/);
  await expectAccessible(page);
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Reason contains').fill('req');
  await page.getByLabel('Reason contains').press('Enter');
  await expect(page).toHaveURL(/reason=req/);
  // The head, two requests, and the details that are still open.
  await expect(history.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Format').selectOption('csv');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  expect((await fs.readFile(file, 'utf8')).trim().split('\n')).toHaveLength(3);

  await tab(page, 'Insights').click();
  await expect(page.getByText('Nothing stands out')).toBeVisible();
});

test('a chart over time is drawn from three points on, and “Spent today” says once which day it means @soak', async ({
  page,
  server,
}) => {
  const account = await payingPerson(server);
  await signIn(page, account, '/dashboard/analytics?range=7d');
  const charts = page.getByRole('img', { name: /^(Spend|Requests) over time/ });
  await expect(page.getByRole('figure', { name: /^Spend by model/ })).toBeVisible();
  await expect(charts).toHaveCount(0);

  const spentToday = page.getByText('Spent today', { exact: true });
  const day = page.getByText('since midnight UTC');
  for (const [path, count] of [
    ['/dashboard/overview?range=7d', 1],
    ['/dashboard/overview?range=1d', 0],
    ['/settings/billing', 1],
  ] as const) {
    await page.goto(path);
    await untilAlive(page);
    await expect(spentToday, path).toHaveCount(count);
    await expect(day, path).toHaveCount(count);
  }
});

test('settings are saved together, a low balance is said once a session, and an upgrade is welcomed @soak', async ({
  page,
  server,
}) => {
  const { account } = await makeUserWithRole(server, 'teamuser');
  await signIn(page, account, '/dashboard/settings');
  const modal = page.getByRole('dialog', { name: 'Your balance is low' });
  await expect(modal).toContainText('You’re down to $0.00.');
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Not now' }).click();
  await expect(modal).toBeHidden();
  await expect(page.getByText('Favorite category: none.')).toBeVisible();
  const [category] = (await (await page.request.get('/api/categories/active')).json()) as {
    id: number;
    name: string;
  }[];
  await page.request.post('/api/userpreferences/favorite-category', {
    data: { FavoriteCategoryId: category?.id },
  });
  await page.reload();
  await untilAlive(page);
  await expect(modal).toBeHidden();
  await expect(page.getByText(`Favorite category: ${category?.name ?? ''}.`)).toBeVisible();

  await page.getByRole('slider', { name: 'Low-balance warning' }).press('ArrowRight');
  await page.getByLabel('Weekly summary').click();
  await page.getByLabel('Dashboard tab').selectOption('insights');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByText('Saved: low-balance warning, dashboard tab, and weekly summary email'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/insights$/);

  const other = await page.context().newPage();
  await other.goto('/dashboard/settings');
  await expect(other.getByRole('slider', { name: 'Low-balance warning' })).toHaveValue('1');

  // A look at it when the session has ended takes nothing away.
  await other.getByRole('button', { name: 'Not now' }).click();
  await other.getByLabel('Dashboard tab').selectOption('history');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await other.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.context().addCookies(cookies);
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('Saved: dashboard tab')).toBeVisible();
  await other.evaluate(() => localStorage.setItem('justUpgradedPro', 'now'));
  await expect(page.getByText('Welcome to Pro')).toBeVisible();
  await expect(page.getByText('Welcome to Pro')).toBeHidden();
});

test('charts are there with the page: nothing moves while it loads, wide or on a phone @soak', async ({
  page,
  server,
}) => {
  await page.addInitScript(countShifts);
  await signIn(page, await payingPerson(server), '/dashboard/overview');
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    for (const path of ['/dashboard/overview', '/dashboard/analytics', '/dashboard/insights']) {
      await page.goto(path);
      await untilAlive(page);
      // What the browser's makers call good.
      expect(await page.evaluate(() => window.layoutShift), path).toBeLessThan(0.1);
    }
  }
});

test('whoever has used nothing is shown where to begin @soak', async ({ page, server }) => {
  await signIn(page, await registerPerson(server), '/dashboard');
  await expect(page.getByText('Nothing used in the last 7 days')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Write a prompt' }).click();
  await expect(page).toHaveURL(/\/ai$/);
});
