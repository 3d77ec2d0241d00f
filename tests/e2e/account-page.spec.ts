import { registerPerson } from '../support/people';
import { expect, expectFit, PHONE, signIn, signInByForm, test as base, untilAlive, WIDE } from './fixtures';

// The page of one's own account: sections with an address each, and one bar that saves.

const test = base.extend<{ account: undefined }>({
  account: [
    async ({ page, server }, use) => {
      await signIn(page, await registerPerson(server), '/account');
      await use(undefined);
    },
    { auto: true },
  ],
});

test('one bar counts what is not saved, discards it, and says by name what was saved @soak', async ({
  page,
}) => {
  const bar = page.getByRole('status').filter({ hasText: /changes?\b|Saved/i });
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeHidden();
  await page.getByLabel('Daily limit').selectOption('$5.00');
  await expect(bar).toHaveText('1 unsaved change');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Low-balance warning').fill('.5'); // what it is already
  await expect(bar).toHaveText('2 unsaved changes');
  await expectFit(page);

  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(bar).toHaveText('Changes discarded');
  await expect(bar).toBeFocused();
  await expect(page.getByLabel('Daily limit')).toHaveValue('0');
  await expect(page.getByLabel('First name')).toHaveValue('Frida');
  await expect(page.getByLabel('Low-balance warning')).toHaveValue('0.50');

  await page.getByLabel('Daily limit').selectOption('$5.00');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Password expires after').selectOption('90 days');
  await save.click();
  await expect(bar).toHaveText('Saved: first name, daily limit, and password expiration');
  await expect(bar).toBeFocused();
  await expect(save).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('Hello, Ada!');
  await page.reload();
  await expect(page.getByLabel('Daily limit')).toHaveValue('500');
  await expect(page.getByLabel('Password expires after')).toHaveValue('90');

  // The browser's Back fills in what was not saved: it still isn't.
  await page.getByLabel('Daily limit').selectOption('$2.00');
  await expect(bar).toHaveText('1 unsaved change');
  await page.goto('/pricing');
  await page.goBack();
  await expect(page.getByLabel('Daily limit')).toHaveValue('200');
  await expect(bar).toHaveText('1 unsaved change');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Daily limit')).toHaveValue('500');
});

test('a save that fails loses nothing, and works when the line is back @soak', async ({ page }) => {
  await page.getByLabel('Daily limit').selectOption('$5.00');
  await page.getByLabel('Last name').fill('Byron');
  await page.route('**/account.data*', (route) => route.abort());
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Not saved. Network error occurred. Please try again later.')).toBeVisible();
  await expect(page.getByLabel('Daily limit')).toHaveValue('500');
  await expect(page.getByLabel('Last name')).toHaveValue('Byron');
  await page.unroute('**/account.data*');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved: last name and daily limit')).toBeVisible();
});

test('a session that ended while somebody typed loses nothing: the form waits until they have logged in again @soak', async ({
  page,
  context,
}) => {
  await page.getByLabel('Last name').fill('Byron');
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Not saved. Your session has ended. Log in again in a new tab')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Byron');
  await context.addCookies(cookies);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved: last name')).toBeVisible();
});

test('what cannot be is said beside its field, in our words, and nothing is sent @soak', async ({ page }) => {
  const warning = page.getByLabel('Low-balance warning');
  const tokens = page.getByLabel('Maximum tokens per reply');
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
  await warning.fill('0.33');
  await tokens.fill('many');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Enter an amount from $0.50 to $50.00, in steps of $0.50')).toBeVisible();
  await expect(page.getByText('Enter a number from 64 to 4,096, in steps of 64')).toBeVisible();
  await expect(warning).toBeFocused();
  await expect(tokens).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toBe(0);
  await tokens.fill('1,024');
  await warning.fill('1.5');
  await expect(tokens).not.toHaveAttribute('aria-invalid');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved: low-balance warning and maximum tokens per reply')).toBeVisible();
});

test('changes are not left behind unasked @soak', async ({ page }) => {
  const leave = () => page.getByRole('contentinfo').getByRole('link', { name: 'Usage' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByLabel('Daily limit').selectOption('$5.00');
  await leave();
  await expect(question).toContainText('Your changes aren’t saved: daily limit.');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Daily limit')).toHaveValue('500');
  await leave();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL('**/settings/usage');
});

test('every section has an address, in a wide window and on a phone @soak', async ({ page }) => {
  const sections = page.getByRole('navigation', { name: 'Account' });
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto('/account');
    await untilAlive(page);
    await sections.getByRole('link', { name: 'Password' }).click();
    await expect(page).toHaveURL(/\/account#password$/);
    await expect(page.getByRole('region', { name: 'Password' })).toBeFocused();
    await expect(page.getByLabel('Current password')).toBeInViewport();
    await expect(sections.locator('[aria-current]')).toHaveText('Password');
    await page.goto('/pricing');
    await page.goto('/account#security');
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeInViewport();
    await expect(sections.locator('[aria-current]')).toHaveText('Security');
  }
});

test.describe('the timezone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('is the browser’s until one chooses, and is found by its city', async ({ page }) => {
    const timezone = page.getByLabel('Timezone');
    await expect(timezone).toHaveValue('Asia/Tokyo');
    await expect(page.getByText('Detected from your browser.')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(timezone).toHaveValue('UTC');

    await timezone.click();
    const search = page.getByRole('combobox', { name: 'Timezone' });
    await search.fill('new yo');
    await page.getByRole('option', { name: 'America/New_York' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved: timezone')).toBeVisible();
    await page.reload();
    await expect(timezone).toHaveValue('America/New_York');
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  });
});

test('saving works where no scripts run @soak', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin });
  const page = await context.newPage();
  await signInByForm(page, await registerPerson(server), '/account');
  await page.getByLabel('Daily limit').selectOption('$5.00');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved: daily limit').first()).toBeVisible();
  await context.close();
});
