import type { Page } from '@playwright/test';
import { startOpenIdProvider } from '../support/openid-provider';
import { ADMIN_ENV, startServer } from '../support/server';
import { expect, expectAccessible, expectFit, test, untilAlive } from './fixtures';

const verified = (email: string, name: string, more: object = {}) => ({
  email,
  email_verified: true,
  given_name: name,
  family_name: 'Lovelace',
  ...more,
});

/** A server that two certified providers at once sign people in to. */
async function startSignIn() {
  const school = await startOpenIdProvider('school', {
    // A name that begins beyond the first plane of Unicode.
    ada: verified('ada@example.org', '𠮷野家', { groups: ['teachers'] }),
    eve: { email: 'eve@example.org', given_name: 'Eve' },
  });
  const work = await startOpenIdProvider('work', {
    'ada-w': verified('ada@work.example', 'Ada'),
    mallory: { ...verified('ada@example.org', 'Mallory'), email_verified: false },
  });
  const server = await startServer({
    env: {
      ...ADMIN_ENV,
      OIDC_PROVIDERS: 'school,work',
      ...school.env('SCHOOL'),
      OIDC_SCHOOL_LABEL: 'Ada’s School',
      OIDC_SCHOOL_ROLE_CLAIM: 'groups',
      OIDC_SCHOOL_ROLE_MAP: 'teachers=teamuser,it=admin',
      ...work.env('WORK'),
    },
  });
  school.open(`${server.origin}/api/auth/oidc/school/callback`);
  work.open(`${server.origin}/api/auth/oidc/work/callback`);
  return {
    server,
    stop: async () => {
      await server.stop();
      await Promise.all([school.stop(), work.stop()]);
    },
  };
}

/** Logs in on the provider's own pages. */
async function logInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click(); // consent
}

test('two providers sign one person in, once both are linked @soak', async ({ page, shared }) => {
  const { server } = await shared(startSignIn);
  await page.goto(`${server.origin}/login`);
  await expectAccessible(page);
  await expectFit(page);
  await page.getByRole('link', { name: 'Continue with Ada’s School' }).click();
  await logInAtProvider(page, 'ada');
  await expect(page.getByRole('heading', { name: 'Hello, 𠮷野家!' })).toBeVisible();
  await page.waitForURL('**/dashboard/overview');
  await expect(page.getByRole('button', { name: 'Account menu' })).toContainText('𠮷');

  await page.goto(`${server.origin}/account#providers`);
  const section = page.locator('#providers');
  await expect(section.getByText('Your only way to log in')).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('link', { name: 'Confirm with Ada’s School' }).click();
  if (await page.locator('input[name=login]').isVisible()) await logInAtProvider(page, 'ada');
  await page.waitForURL('**/account#providers');
  await section.getByRole('link', { name: 'Link Work' }).click();
  await logInAtProvider(page, 'ada-w');
  await expect(page.getByText('You can now log in with Work.')).toBeVisible();
  await expectAccessible(page);

  await untilAlive(page);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(`${server.origin}/`);
  await page.goto(`${server.origin}/login`);
  await page.getByRole('link', { name: 'Continue with Work' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, 𠮷野家!' })).toBeVisible();

  await page.goto(`${server.origin}/account#providers`);
  await section.getByRole('link', { name: 'Confirm with Work' }).click();
  await page.waitForURL('**/account#providers');
  await section.getByRole('button', { name: 'Unlink Ada’s School' }).click();
  await expect(section.getByText('Your only way to log in')).toBeVisible();
});

test('a provider that has not verified an address opens and makes no account @soak', async ({
  page,
  shared,
}) => {
  const { server } = await shared(startSignIn);
  await page.goto(`${server.origin}/register`);
  await page.getByRole('link', { name: 'Continue with Work' }).click();
  await logInAtProvider(page, 'mallory');
  await expect(page.getByRole('alert')).toHaveText(
    'Work hasn’t verified your email address. Verify it there, then try again.',
  );
  await expectFit(page);
  await page.getByRole('link', { name: 'Continue with Ada’s School' }).click();
  await logInAtProvider(page, 'eve');
  await expect(page.getByRole('alert')).toContainText('Ada’s School hasn’t verified your email address.');
});
