import type { BrowserContext, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { registerPerson } from '../support/people';
import { mailsTo } from '../support/mailbox';
import { apiOf, startServer, type TestServer } from '../support/server';
import { makeUserWithRole } from '../support/users-with-roles';
import { expect, expectAccessible, expectFit, fillLogin, signIn, test as base, untilAlive } from './fixtures';

// Browsers have passkeys on localhost, and on no IP address.
const startByName = () => startServer({ env: { HOST: 'localhost', DEMO_PROVIDER: 'on', TRUST_PR: 'on' } });

const test = base.extend({
  server: async ({ shared }, use) => {
    await use(await shared(startByName));
  },
});

const STEP_MS = 30_000;
const codeAt = (secret: string, atMs: number): string =>
  generateSync({ secret, epoch: Math.floor(atMs / 1000) });
/** The app's next code: the one shown now may have been used. Clocks may differ by a step. */
const nextCode = (secret: string): string => codeAt(secret, Date.now() + STEP_MS);

/** A device with a fingerprint reader, as Chromium simulates it. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Presses Tab until it is on the element, as somebody without a pointer does. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function press(page: Page, name: string | RegExp, within: Page | ReturnType<Page['locator']> = page) {
  await tabTo(page, within.getByRole('button', { name, exact: typeof name === 'string' }));
  await page.keyboard.press('Enter');
}

test('a passkey is made on the account page, logs in, and confirms, by keyboard alone @soak', async ({
  page,
  server,
}) => {
  const person = await registerPerson(server);
  await page.goto(`/login`);
  await withAuthenticator(page);
  await signIn(page, person, `/account#security`);

  await press(page, 'Add a passkey');
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await expectAccessible(page);
  await tabTo(page, adding.getByLabel('Name'));
  await page.keyboard.type('Work laptop');
  await tabTo(page, adding.getByLabel('Your password', { exact: true }));
  await page.keyboard.type('Wrong-horse-8');
  await page.keyboard.press('Enter');
  await expect(adding.getByText('Incorrect password')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(adding).toHaveCount(0);

  // Nothing that was typed stays behind, least of all the password, also when it was shown.
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(adding.getByLabel('Your password', { exact: true })).toHaveValue('');
  await adding.getByLabel('Your password', { exact: true }).fill(person.password);
  await adding.getByRole('button', { name: /^Show/ }).click();
  await page.keyboard.press('Escape');
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(stored).not.toContain(person.password);
  expect(stored).not.toContain('Wrong-horse');

  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await adding.getByLabel('Name').fill('Work laptop');
  await adding.getByLabel('Your password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible();
  await expect(page.getByText(/never used/)).toBeVisible();
  await expectFit(page);
  expect((await mailsTo(server.dataDir, person.email, 2)).at(-1)?.subject).toBe(
    'A passkey was added to your account',
  );

  await page.context().clearCookies();
  await page.goto(`/login?returnTo=%2Faccount`);
  await untilAlive(page);
  await press(page, 'Sign in with a passkey');
  await page.waitForURL('**/account');
  await untilAlive(page);
  await expect(page.getByText(/· Passkey/)).toBeVisible();

  // The password is asked for, or the passkey confirms instead.
  await page.goto(`/account/second-factor`);
  await untilAlive(page);
  await expect(page.getByLabel('Your password', { exact: true })).toBeVisible();
  await press(page, 'Confirm with a passkey');
  await expect(page.getByLabel('Your password', { exact: true })).toHaveCount(0);
  await press(page, 'Set up authenticator');
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
});

test('a passkey that the browser does not have, or nobody confirms, says so @soak', async ({ page }) => {
  await page.goto(`/login`);
  await untilAlive(page);
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
  });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('No passkey was used. Try again, or choose another way.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled();
});

/** Sets an authenticator up on its page, by keyboard. */
async function setUpAuthenticator(page: Page, password: string) {
  const field = page.getByLabel('Your password', { exact: true });
  await tabTo(page, field);
  await page.keyboard.type(password);
  await press(page, 'Set up authenticator');
  const key = page.locator('p.font-mono');
  await expect(key).toBeVisible();
  const modules = page.getByRole('img', { name: 'QR code for your authenticator app' }).locator('path');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(modules).toHaveCSS('fill', 'rgb(0, 0, 0)'); // scanners need dark on light
  await page.emulateMedia({ colorScheme: null });
  await expectAccessible(page);
  await expectFit(page);
  const secret = (await key.innerText()).replaceAll(/\s/g, '');
  await tabTo(page, page.getByLabel('Code', { exact: true }));
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That code didn’t work.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeEnabled(); // Enter does nothing before
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expectAccessible(page);
  const recoveryCodes = await page
    .getByRole('list')
    .locator('li')
    .filter({ hasText: /^\w{4}-/ })
    .allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  return { secret, recoveryCodes };
}

const codeField = (page: Page) => page.getByLabel('Code', { exact: true });

async function passwordStep(page: Page, server: TestServer, person: { email: string; password: string }) {
  await page.goto(`/login?returnTo=%2Faccount`);
  await untilAlive(page);
  await fillLogin(page, person);
}

const asNewBrowser = (context: BrowserContext) => context.clearCookies();

test('a code follows the password, a recovery code replaces it once, and a browser is remembered @soak', async ({
  page,
  context,
  server,
}) => {
  const person = await registerPerson(server);
  await signIn(page, person, `/account/second-factor`);
  const { secret, recoveryCodes } = await setUpAuthenticator(page, person.password);

  await asNewBrowser(context);
  await passwordStep(page, server, person);
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(
      'That code didn’t work. Enter the newest code from your app, or a recovery code you haven’t used.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
  await codeField(page).fill(nextCode(secret));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
  await untilAlive(page);
  await expect(page.getByText(/· Password and code/)).toBeVisible();

  await asNewBrowser(context);
  await passwordStep(page, server, person);
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That code didn’t work.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
  await press(page, 'Use a recovery code');
  const recovery = page.getByLabel('Recovery code');
  await expect(recovery).toBeFocused();
  await expect(recovery).toHaveValue('');
  await expect(page.getByText('That code didn’t work.')).toHaveCount(0);
  await page.keyboard.type(recoveryCodes[0]?.toUpperCase().replaceAll('-', ' ') ?? '');
  await page.getByLabel('Remember this browser for 30 days').press('Space');
  await recovery.press('Enter');
  await page.waitForURL('**/account');
  await untilAlive(page);
  await expect(page.getByText('9 of 10 recovery codes left')).toBeVisible();

  // Logged out, but remembered.
  const cookies = await context.cookies();
  await asNewBrowser(context);
  await context.addCookies(cookies.filter(({ name }) => name.endsWith('promptwell_remembered')));
  await passwordStep(page, server, person);
  await page.waitForURL('**/account');

  // The code that was used works for nobody again.
  await asNewBrowser(context);
  await passwordStep(page, server, person);
  await press(page, 'Use a recovery code');
  await recovery.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That code didn’t work.')).toBeVisible();
});

test('a role may require a second factor, and an administrator resets one @soak', async ({
  browser,
  page,
  server,
}) => {
  const admin = await makeUserWithRole(server, 'admin');
  const member = await makeUserWithRole(server, 'teamuser');
  const api = apiOf(server.origin, admin.token);

  await signIn(page, admin.account, `/admin/users`);
  await press(page, 'Require a second factor');
  const requiring = page.getByRole('dialog', { name: 'Require a second factor' });
  await expectAccessible(page);
  await tabTo(page, requiring.getByLabel('Team member'));
  await page.keyboard.press('Space');
  await press(page, 'Save', requiring);
  await expect(requiring).toHaveCount(0);

  try {
    const context = await browser.newContext({ baseURL: server.origin });
    const own = await context.newPage();
    await signIn(own, member.account, `/ai`);
    await expect(own).toHaveURL(/\/account\/second-factor$/);
    await expect(own.getByText('Your role requires a second factor. Set it up now')).toBeVisible();
    await own.goto(`/account`);
    await expect(own).toHaveURL(/\/account\/second-factor$/);
    await untilAlive(own);
    await setUpAuthenticator(own, member.account.password);
    await press(own, 'Copy codes');
    await tabTo(own, own.getByRole('link', { name: 'I’ve saved them' }));
    await own.keyboard.press('Enter');
    await own.waitForURL('**/account#security');
    await own.goto(`/ai`);
    await expect(own).toHaveURL(/\/ai$/);
    await context.close();
  } finally {
    await api('PUT', '/api/admin/second-factor-roles', { roles: [] });
  }

  await page.goto(`/admin/users?search=${encodeURIComponent(member.account.email)}`);
  await untilAlive(page);
  await page.getByRole('button', { name: /^Actions for/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Reset second factor…' }).press('Enter');
  const resetting = page.getByRole('alertdialog', { name: /^Reset the second factor of/ });
  await expectAccessible(page);
  await press(page, 'Reset second factor', resetting);
  await expect(resetting).toHaveCount(0);
  expect((await mailsTo(server.dataDir, member.account.email, 3)).at(-1)?.subject).toMatch(/second factor/i);
  await page.goto(`/admin/audit`);
  await expect(page.getByText('Second factor reset').filter({ visible: true }).first()).toBeVisible();
});
