import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { registerPerson } from '../support/people';
import { grant, makeUserWithRole } from '../support/users-with-roles';
import { ADMIN, apiOf, signInByApi, type TestServer } from '../support/server';
import { expect, signIn, test } from './fixtures';

const ledger = (page: Page) => page.getByRole('table', { name: 'Ledger entries' });
const totals = (page: Page) => page.getByLabel('Totals');

/** Somebody with a dollar who has made paid calls. */
async function payingPerson(server: TestServer, calls: number) {
  const { account, token, userId } = await makeUserWithRole(server, 'paiduser');
  await grant(server.origin, await signInByApi(server.origin, ADMIN), userId, 100);
  const api = apiOf(server.origin, token);
  const { body } = await api<{ providers: { provider: string; defaultModel: string }[] }>(
    'GET',
    '/api/ai/models',
  );
  const [demo] = body.providers;
  for (let call = 0; call < calls; call += 1) {
    const answer = await api(
      'POST',
      '/api/ai/complete',
      {
        provider: demo?.provider,
        model: demo?.defaultModel,
        prompt: 'Why is the sky blue?',
        maxOutputTokens: 64,
      },
      { 'X-Idempotency-Key': randomUUID() },
    );
    expect(answer.status).toBe(200);
  }
  return account;
}

test('the balance leads to what was used, period by period, and the lines add up', async ({
  page,
  server,
}) => {
  await signIn(page, await payingPerson(server, 2), '/docs');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Balance/ })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usage');
  const periods = page.getByRole('navigation', { name: 'Period' }).getByRole('link');
  await expect(periods).toHaveText(['1d', '7d', '30d']);
  await expect(periods.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(totals(page)).toContainText('Requests2');

  await periods.nth(2).press('Enter');
  await expect(page).toHaveURL(/\?range=30d$/);
  await expect(periods.nth(2)).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(periods.nth(2)).toHaveAttribute('aria-current', 'true');

  const rows = ledger(page).getByRole('row').filter({ hasText: '$' });
  const lines = await Promise.all(
    (await rows.all()).map(async (line) => {
      const texts = await line.getByRole('cell').allTextContents();
      return texts
        .slice(-2)
        .map((text) => Math.round(Number(text.replace('−', '-').replace(/[+$]/g, '')) * 1e6));
    }),
  );
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const [index, [amount = 0, balance = 0]] of lines.slice(0, -1).entries()) {
    expect(balance - amount).toBe(lines[index + 1]?.[1]);
  }
  await expect(rows.first()).toContainText('Request');

  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/top-up');
  await main.getByRole('link', { name: 'Filter and export' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/history$/);
  await expect(page.getByRole('table', { name: 'History' })).toBeVisible();
});

test('whoever has used nothing is shown where to begin @soak', async ({ page, server }) => {
  await signIn(page, await registerPerson(server));
  await page.goto('/settings/usage?range=1d');
  await expect(page.getByText('Nothing used today')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Write a prompt' }).click();
  await expect(page).toHaveURL(/\/ai$/);
});
