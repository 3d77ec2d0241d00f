import type { Page } from '@playwright/test';
import { mailedLink } from '../support/mailbox';
import { expect, expectAccessible, test } from './fixtures';

const FIRST = 'Correct-horse-7';
const SECOND = 'Battery-9-staple';

const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'on a phone', colorScheme: 'dark', viewport: { width: 375, height: 740 } },
] as const;

for (const { name, ...look } of LOOKS) {
  test.describe(name, () => {
    test.use(look);
    test.setTimeout(120_000); // axe looks at a dozen screens

    test('the whole way of an account, from registration to deletion, keeps nobody out', async ({
      page,
      server,
    }) => {
      const email = `journey-${name.replaceAll(' ', '-')}-${String(process.pid)}@example.org`;
      await page.goto('/register');
      await page.getByLabel('First name').fill('Grace');
      await page.getByLabel('Last name').fill('Hopper');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(FIRST);
      await page.getByLabel('Confirm password').fill(FIRST);
      await expectFit(page);
      await press(page, 'Create account');
      await expectScreen(page, 'Check Your Email');

      await page.goto('/login');
      await fillLogin(page, email, FIRST);
      await press(page, 'Sign in');
      await expect(page.getByRole('alert')).toContainText('Please confirm your email address first');
      await expectFit(page);

      await page.goto((await mailedLink(server.dataDir, email)).href);
      await expectScreen(page, 'Confirm your email');
      await press(page, 'Confirm email');
      await expectScreen(page, 'Email confirmed');

      await page.goto('/forgot-password');
      await page.getByLabel('Email').fill(email);
      await press(page, 'Send reset link');
      await expectScreen(page, 'Check Your Email');
      await page.goto((await mailedLink(server.dataDir, email, 2)).href);
      await expectScreen(page, 'Choose a new password');
      await page.getByLabel('New password', { exact: true }).fill(SECOND);
      await page.getByLabel('Confirm new password').fill(SECOND);
      await press(page, 'Set new password');
      await expectScreen(page, 'Password changed');

      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
      await page.waitForURL('**/login');
      await fillLogin(page, email, FIRST);
      await press(page, 'Sign in');
      await expect(page.getByRole('alert')).toBeVisible();
      await fillLogin(page, email, SECOND);
      await press(page, 'Sign in');
      await expectScreen(page, 'Hello, Grace!');
      await page.waitForURL('**/ai');
      await expectFit(page);

      await page.goto('/account');
      await expectFit(page);
      await press(page, 'Delete account');
      await expect(page.getByRole('alertdialog', { name: 'Delete your account?' })).toBeVisible();
      await expectFit(page);
      await page.getByLabel('Your password').fill(SECOND);
      await press(page, 'Delete my account');
      await expect(page.getByRole('dialog', { name: 'Account deleted' })).toBeVisible();
      await expectFit(page);
      await press(page, 'OK');
      await page.waitForURL('**/login');
      await fillLogin(page, email, SECOND);
      await press(page, 'Sign in');
      await expect(page.getByRole('alert')).toBeVisible();
    });
  });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

async function expectScreen(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expectFit(page);
}

/** Nothing for axe to complain about, and nothing wider than the screen. */
async function expectFit(page: Page): Promise<void> {
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
