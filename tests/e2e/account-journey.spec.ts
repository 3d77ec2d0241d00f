import type { Page } from '@playwright/test';
import { mailedLink } from '../support/mailbox';
import {
  expect,
  expectFit,
  fillLogin,
  fillRegistration,
  GRACE,
  newEmail,
  PHONE,
  test,
  untilAlive,
} from './fixtures';

const SECOND = 'Battery-9-staple';

test.use({ viewport: PHONE }); // where fingers have the least room

test('the whole way of an account, from registration to deletion, keeps nobody out @soak', async ({
  page,
  server,
}) => {
  const email = newEmail();
  await fillRegistration(page, email);
  await expectFit(page);

  await page.goto('/login');
  await fillLogin(page, { email, password: GRACE.password });
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

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('**/login');
  await fillLogin(page, { email, password: GRACE.password });
  await expect(page.getByRole('alert')).toBeVisible();
  await fillLogin(page, { email, password: SECOND });
  await expect(page.getByRole('heading', { name: 'Hello, Grace!' })).toBeVisible(); // for a moment
  await page.waitForURL('**/dashboard/overview');
  await untilAlive(page);

  await page.goto('/account');
  await untilAlive(page);
  await press(page, 'Delete account');
  await expect(page.getByRole('alertdialog', { name: 'Delete your account?' })).toBeVisible();
  await expectFit(page);
  await page.getByLabel('Your password').fill(SECOND);
  await press(page, 'Delete my account');
  await expect(page.getByRole('dialog', { name: 'Account deleted' })).toBeVisible();
  await expectFit(page);
  await press(page, 'OK');
  await page.waitForURL('**/login');
  await fillLogin(page, { email, password: SECOND });
  await expect(page.getByRole('alert')).toBeVisible();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function expectScreen(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expectFit(page);
}
