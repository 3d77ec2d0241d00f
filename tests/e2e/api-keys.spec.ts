import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Page } from '@playwright/test';
import { registerPerson } from '../support/people';
import { apiOf, type TestServer } from '../support/server';
import { expect, expectAccessibleAbove, expectFit, PHONE, signIn, test as base } from './fixtures';

// The screen of API keys, worked by keyboard alone.

const KEYS = '/settings/keys';
const LONG_NAME = 'Weekly lesson planner of the seventh grade at Riverside East';

const test = base.extend<{ account: { email: string; password: string } }>({
  account: [
    async ({ page, server }, use) => {
      const account = await registerPerson(server);
      await signIn(page, account, KEYS);
      await use(account);
    },
    { auto: true },
  ],
});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Presses Tab until the control has focus, as someone without a mouse does. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'checkbox' | 'tab', name: string | RegExp) {
  const wanted = page.getByRole(role, { name }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${String(name)}.`);
}

async function press(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, 'button', name);
  await page.keyboard.press(key);
}

async function type(page: Page, field: string | RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Opens the menu of a key by keyboard and picks an item by its first letters. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await press(page, new RegExp(`^Actions for ${name}`));
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type(item);
  await expect(page.getByRole('menuitem', { name: item })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Changes the database beside the running server. */
function changeDatabase(server: TestServer, sql: string, ...values: string[]): void {
  const database = new SqliteDatabase(path.join(server.dataDir, 'app.db'), { timeout: 5_000 });
  database.prepare(sql).run(...values);
  database.close();
}

test('a key is made after a proof, shown once, used, renamed, limited and revoked, all by keyboard @soak', async ({
  page,
  context,
  server,
  account,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByText('No keys yet')).toBeVisible();
  await expectFit(page);

  await press(page, 'Create your first key');
  const creating = dialog(page, 'Create a key');
  await expect(creating.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Lesson planner');
  await type(page, /Limit per month/, '5');
  await type(page, 'Your password', 'not-my-password-1');
  await expectAccessibleAbove(page);
  await page.keyboard.press('Enter');
  await expect(creating.getByText('Incorrect password')).toBeVisible();
  await expect(creating.getByLabel('Your password')).toBeFocused();
  await type(page, 'Your password', account.password);
  await page.keyboard.press('Enter');

  const heading = page.getByRole('heading', { name: 'Lesson planner' });
  await expect(heading).toBeFocused();
  await press(page, 'Copy key');
  const secret = await clipboard();
  expect(secret).toMatch(/^pw_[0-9A-Za-z]{46}$/);
  await tabTo(page, 'tab', 'Base URL and key');
  await page.keyboard.press('ArrowRight');
  const lines = page.getByRole('tabpanel', { name: 'curl' });
  await expect(lines).toContainText(`Bearer ${secret}`);
  await press(page, /^Copy$/);
  await expect.poll(clipboard).toContain(`curl ${server.origin}/v1/chat/completions`);
  await expectFit(page);

  const usedKey = apiOf(server.origin, secret);
  expect((await usedKey('GET', '/v1/models')).status).toBe(200);
  await press(page, 'Done');
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create key' })).toBeFocused();
  await page.reload();
  expect(await page.content()).not.toContain(secret);
  await expect(rowOf(page, 'Lesson planner')).toContainText(`…${secret.slice(-4)}`);

  await choose(page, 'Lesson planner', 'Edit');
  const editing = dialog(page, 'Edit Lesson planner');
  await expect(editing.getByLabel('Limit per month')).toHaveValue('5.00');
  await type(page, 'Name', LONG_NAME);
  await type(page, /Limit per month/, '0');
  await page.keyboard.press('Enter');
  await expect(editing.getByText('Enter at least $0.01, or leave it empty')).toBeVisible();
  await type(page, /Limit per month/, '12.5');
  await type(page, 'Requests a minute', '1');
  await tabTo(page, 'checkbox', /Usage and balance/);
  await page.keyboard.press('Space');
  await press(page, 'Save');
  await expect(editing).toHaveCount(0);
  await expect(rowOf(page, LONG_NAME)).toContainText('$12.50');
  await expect(rowOf(page, LONG_NAME)).toContainText('Usage and balance');
  await expect(page.getByRole('button', { name: new RegExp(`^Actions for ${LONG_NAME}`) })).toBeFocused();
  await expectFit(page);

  expect((await usedKey('GET', '/v1/credits')).status).toBe(200);
  expect((await usedKey('GET', '/v1/credits')).status).toBe(429);

  await choose(page, LONG_NAME, 'Revoke');
  await expect(page.getByRole('alertdialog')).toContainText('stop working at once');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await choose(page, LONG_NAME, 'Revoke');
  await press(page, 'Revoke key');
  await expect(rowOf(page, LONG_NAME)).toContainText('Revoked');
  expect((await usedKey('GET', '/v1/models')).status).toBe(401);
});

test('on a phone, a key is made and found among those that no longer work', async ({
  page,
  server,
  account,
}) => {
  await page.setViewportSize(PHONE);
  const creating = dialog(page, 'Create a key');
  for (const [index, name] of ['Expired one', LONG_NAME].entries()) {
    await page.getByRole('button', { name: 'Create key', exact: true }).click();
    await creating.getByLabel('Name').fill(name);
    // The password counts for ten minutes.
    if (index === 0) await creating.getByLabel('Your password').fill(account.password);
    else await expect(creating.getByLabel('Your password')).toHaveCount(0);
    await creating.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('heading', { name })).toBeFocused();
    await page.getByRole('button', { name: 'Done' }).click();
  }
  changeDatabase(
    server,
    `UPDATE api_key SET expires_at = '2026-01-01T00:00:00.000+00:00' WHERE name = ?
       AND user_id = (SELECT id FROM "user" WHERE email = ?)`,
    'Expired one',
    account.email,
  );
  await page.reload();
  await expect(rowOf(page, 'Expired one')).toContainText('Expired');
  await expect(rowOf(page, 'pw_').first()).toContainText(LONG_NAME); // those that work come first
  await expectFit(page);
});
