import { OAuth2Server } from 'oauth2-mock-server';
import { mailedLink } from '../support/mailbox';
import { registerPerson } from '../support/people';
import { grant, makeUserWithRole } from '../support/users-with-roles';
import { ADMIN, signInByApi, startServer } from '../support/server';
import {
  expect,
  expectAccessible,
  expectFit,
  fillLogin,
  fillRegistration,
  GRACE,
  newEmail,
  signIn,
  signInByForm,
  test,
} from './fixtures';

test('a new person registers, confirms, signs in and lands in the playground', async ({ page, server }) => {
  const email = newEmail();
  await fillRegistration(page, email);
  await page.goto('/login');
  await fillLogin(page, { email, password: GRACE.password });
  await expect(page.getByRole('alert')).toContainText('Please confirm your email address first');
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('Ask its administrator for the link')).toBeVisible();

  await page.goto((await mailedLink(server.dataDir, email, 2)).href);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(Welcome back|Good to see you again|Your prompts are waiting)$/,
  );
  const aiSettings = ['ai_provider', 'ai_model', 'ai_defaultMaxTokens', 'ai_chatMode'];
  await page.evaluate(
    (keys) => keys.forEach((key) => localStorage.setItem(key, 'of somebody else')),
    aiSettings,
  );
  await fillLogin(page, { email, password: GRACE.password });
  await expect(page.getByRole('heading', { name: 'Hello, Grace!' })).toBeVisible();
  const left = await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), aiSettings);
  expect(left).not.toContain('of somebody else');
  await page.waitForURL('**/dashboard/overview');
  expect((await page.context().cookies()).find(({ name }) => name === 'promptwell_session')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    expires: -1,
  });
});

test('the checklist ticks each rule as soon as it is met @soak', async ({ page }) => {
  await page.goto('/register');
  const rules = page.getByRole('list', { name: 'Password rules' }).getByRole('listitem');
  const met = () =>
    rules.evaluateAll((items) => items.map((item) => item.getAttribute('data-met') === 'true'));
  const password = page.getByLabel('Password', { exact: true });
  const steps: [string, boolean[]][] = [
    ['a', [false, false, true, false, true]],
    ['aB', [false, true, true, false, true]],
    ['aB3', [false, true, true, true, true]],
    ['aB3xyz', [true, true, true, true, true]],
    ['Password1', [true, true, true, true, false]],
  ];
  for (const [typed, expected] of steps) {
    await password.fill(typed);
    await expect.poll(met).toEqual(expected);
  }
});

test('what is wrong with a registration is told at once, and goes away as it is mended', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Password', { exact: true }).fill('abc');
  await page.getByLabel('Confirm password').fill('abd');
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const text of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Passwords do not match',
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(
    page.getByText(
      'Password must be at least 6 characters long. Password must contain at least one uppercase letter.',
    ),
  ).toBeVisible();
  await page.getByLabel('First name').fill('Grace');
  await expect(page.getByText('First name is required')).toBeHidden();
});

test('a forgotten password is replaced by a mailed link', async ({ page, server }) => {
  const person = await registerPerson(server);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('**/forgot-password'); // the page before has such a field too
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await page.goto((await mailedLink(server.dataDir, person.email, 2)).href);
  await page.getByLabel('New password', { exact: true }).fill('Battery-9-staple');
  await page.getByLabel('Confirm new password').fill('Battery-9-staple');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('**/login');
  await signInByForm(page, { email: person.email, password: 'Battery-9-staple' });
});

test('a confirmation that meets a broken line says so @soak', async ({ page }) => {
  await page.route('**/confirm-email.data*', (route) => route.abort());
  await page.goto('/confirm-email?userId=x&token=y');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText('Network error occurred. Please try again later.')).toBeVisible();
  const main = page.getByRole('main');
  for (const [name, href] of [
    ['Register', '/register'],
    ['Login', '/login'],
    ['home page', '/'],
  ] as const) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
  }
});

test('a form that meets a broken line stays as it was filled in, and works when the line is back @soak', async ({
  page,
  server,
}) => {
  const person = await registerPerson(server);
  await page.goto('/login');
  await page.route('**/login.data*', (route) => route.abort());
  await fillLogin(page, person);
  await expect(page.getByRole('alert')).toHaveText('Network error occurred. Please try again later.');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
  await page.unroute('**/login.data*');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/dashboard/overview');
});

test('an account is deleted in three steps, and one is signed out after ten seconds at the latest @soak', async ({
  page,
  server,
}) => {
  const { account: person, userId } = await makeUserWithRole(server, 'paiduser');
  await grant(server.origin, await signInByApi(server.origin), userId, 500);
  await signIn(page, person, '/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(
    page.getByRole('alertdialog', { name: 'Delete your account?' }).getByRole('listitem'),
  ).toHaveText([
    'Your balance of $5.00',
    'Saved prompts and sessions',
    'Scripts, runs and files',
    'Stored replies',
    'Your name, email, password and preferences',
    'Your plan and your place in a team (a team you own is closed)',
    'Access from every browser and script',
  ]);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();

  await page.clock.install();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/auth/delete-account', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('dialog', { name: 'Deleting your account' })).toBeVisible();
  answer();
  await expect(page.getByRole('dialog', { name: 'Account deleted' })).toBeVisible();
  await page.clock.runFor(9_900);
  expect(new URL(page.url()).pathname).toBe('/account');
  await page.clock.runFor(200);
  await page.waitForURL('**/login');
  await page.goto('/ai');
  await page.waitForURL('**/login?returnTo=%2Fai');
});

test('one’s data comes as a zip, and other browsers can be signed out @soak', async ({
  page,
  server,
  browser,
}) => {
  const person = await registerPerson(server);
  const elsewhere = await browser.newPage({ baseURL: server.origin });
  await signIn(elsewhere, person);
  await signIn(page, person, '/account');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export my data' }).click();
  expect((await download).suggestedFilename()).toBe('promptwell-my-data.zip');
  await page.getByRole('button', { name: 'Logout everywhere else' }).press('Enter');
  await expect(page.getByText('Logged out everywhere else.').first()).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await elsewhere.goto('/ai');
  await elsewhere.waitForURL('**/login?**');
  await elsewhere.close();
});

test('the AI page opens with the model that one chose @soak', async ({ page, server }) => {
  await signIn(page, await registerPerson(server), '/account');
  const model = page.getByLabel('Model', { exact: true });
  const other = await model.locator('option').last().getAttribute('value');
  await model.selectOption(other);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved: model', { exact: true })).toBeVisible();
  await page.goto('/ai');
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue(other ?? '');
});

test('signing in works where no scripts run @soak', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin });
  await signInByForm(await context.newPage(), ADMIN, '/account');
  await context.close();
});

test('"Continue with Google" leads through Google into the playground @soak', async ({ page }) => {
  const google = new OAuth2Server();
  await google.issuer.keys.generate('RS256');
  await google.start(0, '127.0.0.1');
  google.service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
    payload.sub = 'g-1';
  });
  google.service.on('beforeUserinfo', (response: { body: unknown }) => {
    response.body = { sub: 'g-1', email: 'grace@example.org', email_verified: true, given_name: 'Grace' };
  });
  const base = google.issuer.url ?? '';
  const server = await startServer({
    env: {
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_AUTH_URL: `${base}/authorize`,
      GOOGLE_TOKEN_URL: `${base}/token`,
      GOOGLE_USERINFO_URL: `${base}/userinfo`,
    },
  });
  await page.goto(`${server.origin}/register`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Grace!' })).toBeVisible();
  await page.waitForURL('**/dashboard/overview');

  // There is no password to ask for: Google proves who it is.
  await page.goto(`${server.origin}/account#delete`);
  const section = page.getByRole('region', { name: 'Delete account' });
  await expect(section).toContainText('To delete your account, first confirm that it’s you.');
  await expect(section.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
  await expectAccessible(page);
  await section.getByRole('link', { name: 'Confirm with Google' }).click();
  await page.waitForURL('**/account#delete');
  await section.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog.getByLabel('Your password')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('dialog', { name: 'Account deleted' })).toBeVisible();
  await page.close(); // a page that is still loading something would miss its server
  await server.stop();
  await google.stop();
});

test('a login that Google refused keeps nobody out either @soak', async ({ page }) => {
  await page.goto('/login?error=invalid_state');
  await expectFit(page);
});
