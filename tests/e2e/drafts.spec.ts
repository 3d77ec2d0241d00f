import type { Page } from '@playwright/test';
import { ADMIN } from '../support/server';
import { expect, fillLogin, signIn, test, untilAlive } from './fixtures';

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true });
const restore = (page: Page) => page.getByRole('button', { name: 'Restore cleared text' });

test('a text that two tabs change is lost in neither @soak', async ({ page, context }) => {
  await signIn(page, ADMIN, '/admin/docs?type=terms');
  await page.getByRole('rowgroup').last().getByRole('link').first().click();
  await page.getByLabel('Title').waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await untilAlive(other);
  await page.getByLabel('Title').fill('From the first tab');
  await other.getByLabel('Title').fill('From the second tab');
  await page.reload();
  await untilAlive(page);
  await expect(page.getByLabel('Title')).toHaveValue('From the second tab');
  await restore(page).click();
  await expect(page.getByLabel('Title')).toHaveValue('From the first tab');

  // The other tab still shows its own text, which a save of the first one leaves in this browser.
  await other.getByLabel('Title').fill('From the second tab, and more');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Text saved').first()).toBeVisible();
  await other.reload();
  await untilAlive(other);
  await expect(other.getByLabel('Title')).toHaveValue('From the second tab, and more');
});

test('a prompt outlives that one logs out in another tab and in again in its own @soak', async ({
  signedIn: page,
  context,
  administrator,
}) => {
  await prompt(page).fill('A long thought');
  const other = await context.newPage();
  await other.goto('/app-info');
  await untilAlive(other);
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain('A long thought');

  await expect(page.getByText('Your session has ended.').first()).toBeVisible();
  await expect(prompt(page)).toHaveValue('A long thought');
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  await fillLogin(page, administrator);
  await expect(page).toHaveURL(/\/ai$/);
  await expect(prompt(page)).toHaveValue('A long thought');
});

test('drafts that an earlier version kept are found @soak', async ({ signedIn: page }) => {
  const userId = await page.evaluate(() => localStorage.getItem('sessionOf'));
  await page.evaluate((id) => {
    for (const key of Object.keys(localStorage))
      if (key.includes(':ai-prompt:')) localStorage.removeItem(key);
    sessionStorage.clear();
    localStorage.setItem(`promptwell:${String(id)}:ai-draft:a-tab`, 'From an earlier version');
  }, userId);
  await page.goto('/app-info');
  await page.goto('/ai');
  await untilAlive(page);
  await expect(prompt(page)).toHaveValue('From an earlier version');
  expect(await page.evaluate(() => JSON.stringify(Object.keys(localStorage)))).not.toContain('ai-draft');
});
