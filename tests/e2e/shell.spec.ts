import type { Locator, Page } from '@playwright/test';
import { apiOf, signInByApi } from '../support/server';
import { expect, expectAccessible, expectAccessibleAbove, PHONE, signIn, test, untilAlive } from './fixtures';
import { registerPerson } from '../support/people';

const mainLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const theme = (page: Page) => page.locator('html');

test('visitors find the open pages, Register and Login in the header', async ({ page }) => {
  await page.goto('/');
  await expect(mainLinks(page)).toHaveText(['App Info', 'Docs', 'Pricing']);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    '/register',
  );
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    '/login',
  );
  await expect(mainLinks(page).filter({ hasText: /^AI$/ })).toHaveCount(0);
});

test('header and dates fit a window of 320 px, which is what 400 % leave of most screens @soak', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, await registerPerson(server), '/settings/billing');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Balance' })).toBeVisible();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(320);
  // As people set texts who read them better that way.
  await page.evaluate(() => {
    for (const { style } of document.querySelectorAll<HTMLElement>('body *')) {
      style.letterSpacing = '0.12em';
      style.wordSpacing = '0.16em';
    }
  });
  expect(await width()).toBe(320);
});

test('people who are signed in are greeted, see their balance, and can sign out', async ({
  signedIn: page,
}) => {
  await expect(mainLinks(page).first()).toHaveText('AI');
  await expect(page.getByRole('banner').getByRole('link', { name: /^Hello, \w+!$/ })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  // The AI page has the balance itself, in a window that is wide enough for it.
  const balance = page.getByRole('banner').getByRole('link', { name: 'Balance: $5.00' });
  await expect(balance).toBeHidden();
  await expect(page.getByText('Remaining $5.000000')).toBeVisible();
  await page.setViewportSize({ width: 1023, height: 700 });
  await expect(balance).toBeVisible();
  await expect(page.getByText('Remaining $5.000000')).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/app-info');
  await expect(balance).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Top up' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('signing out asks before it removes what was not saved, on whatever page one is by then @soak', async ({
  signedIn: page,
}) => {
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A secret plan');
  await page.goto('/app-info');
  await untilAlive(page);
  const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' });
  await logout.click();
  const question = page.getByRole('alertdialog', { name: 'Log out without saving?' });
  await expect(question).toContainText('the prompt and replies on the AI page');
  await expectAccessibleAbove(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('banner')).toContainText('Hello, Frida!');
  await logout.click();
  await question.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret');
});

test('the theme that one chooses is there from the first byte of the next page @soak', async ({ page }) => {
  await page.goto('/');
  await untilAlive(page);
  await expect(theme(page)).toHaveAttribute('data-theme', 'system');
  await page.getByRole('banner').getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
  const answer = await page.request.get('/pricing');
  expect(await answer.text()).toContain('data-theme="dark"');
  await page.goto('/pricing');
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
});

test('who asks for less motion gets another look at once, without a change in steps @soak', async ({
  page,
}) => {
  await page.goto('/pricing');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the command palette goes to a page by a few letters', async ({ signedIn: page }) => {
  await page.getByRole('banner').getByRole('button', { name: 'Search…' }).click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  const field = palette.getByRole('combobox');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('plans');
  await expect(palette.getByRole('option').first()).toContainText('Pricing');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(palette).toHaveCount(0);
});

test('Enter that ends a word of an input method opens nothing @soak', async ({ signedIn: page }) => {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search pages and actions' });
  await field.fill('pricing');
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await field.press('ArrowDown');
  await expect(page).toHaveURL(/\/ai$/);
  await expect(field).toHaveValue('pricing');
});

test('the command palette lists every page one may open, and opens it @soak', async ({ signedIn: page }) => {
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog', { name: 'Search' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  const addresses = (await options.allInnerTexts())
    .map((text) => /\n(\/.*)$/.exec(text)?.[1])
    .filter((address) => address !== undefined);
  expect(addresses).toContain('/ai');
  for (const address of addresses) {
    const answer = await page.request.get(address);
    expect([address, answer.status()]).toEqual([address, 200]);
    expect(answer.url()).toContain(address); // not at the sign-in
  }
});

test('on a phone the links are in a sheet that gives the focus back @soak', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  const opener = page.getByRole('banner').getByRole('link', { name: 'Menu' });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(sheet).toBeFocused();
  await expect(sheet.getByRole('link')).toHaveText([
    'Hello, Frida!',
    'AI',
    'BAIQL',
    'App Info',
    'Docs',
    'Prompt Generator',
    'Saved Prompts',
    'Pricing',
    'Account',
    'Usage',
    'Billing',
    'API keys',
    'Top up',
    'Admin',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await opener.click();
  await sheet.getByRole('link', { name: 'App Info' }).click();
  await expect(page).toHaveURL(/\/app-info$/);
  await expect(sheet).toHaveCount(0);
});

test('on a phone the palette is in the menu @soak', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/');
  await untilAlive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search…' }).click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await palette.getByRole('option', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('the palette begins with the pages used last, ends with the sample pages, and keeps its height @soak', async ({
  signedIn: page,
}) => {
  for (const path of ['/account', '/pricing', '/teams', '/app-info']) {
    await page.goto(path);
    await page.waitForFunction(
      (newest) => localStorage.getItem('promptwell:recent-pages')?.startsWith(newest),
      path,
    );
  }
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  const recent = palette.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent).toContainText(['Teams', 'Pricing', 'Account']);
  await expect(palette.getByRole('group').last()).toHaveAccessibleName('Sample pages');
  const heightOf = async () => (await palette.boundingBox())?.height;
  const height = await heightOf();
  await palette.getByRole('combobox').fill('xyzzy');
  await expect(palette.getByText('No results').first()).toBeVisible();
  expect(await heightOf()).toBe(height);
});

test('in the dark, the chosen row of the palette is lighter than its ground @soak', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await untilAlive(page);
  await page.keyboard.press('Control+k');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toBeVisible();
  const brightness = (element: Locator) =>
    element.evaluate((node) => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(node).backgroundColor.match(/\d+/g) ?? []).map(
        Number,
      );
      return red + green + blue;
    });
  expect(await brightness(chosen)).toBeGreaterThan(
    await brightness(page.locator('section', { has: chosen })),
  );
});

test('people who are signed in find theme and account in one menu @soak', async ({ signedIn: page }) => {
  await page.goto('/app-info');
  await untilAlive(page);
  await page.getByRole('banner').getByRole('button', { name: 'Account menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Account',
    'API keys',
    /^System/,
    'Light',
    'Dark',
    'Logout',
  ]);
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

test('the first stop of the keyboard skips the header', async ({ page }) => {
  await page.goto('/pricing');
  await untilAlive(page);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('an unknown address is told as such, with a way on', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Page not found');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Page not found · Promptwell');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('a low balance is told across the app until it is dismissed for the session @soak', async ({
  page,
  server,
}) => {
  const account = await registerPerson(server, 'Lowe');
  const { body } = await apiOf(server.origin, await signInByApi(server.origin, account))<{ id: string }>(
    'GET',
    '/api/user-info',
  );
  const admin = apiOf(server.origin, await signInByApi(server.origin));
  await admin(
    'POST',
    '/api/admin/billing/grant',
    { userId: body.id, amountCents: 32 },
    { 'X-Idempotency-Key': `grant-${body.id}` },
  );
  await signIn(page, account);
  const warning = page.getByRole('region', { name: 'Low balance' });
  await expect(warning).toContainText('Low balance: $0.32.');
  await expect(page.getByRole('banner')).toContainText('Hello, Lowe!');
  await expectAccessible(page);
  await page.goto('/app-info');
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: 'Dismiss' }).click();
  await expect(warning).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('lowBalanceDismissed'))).not.toBeNull();
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('$0.32');
  await expect(warning).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Top up' })).toBeVisible();
});

test('a free account without money is not warned of a low balance, and finds the way to one @soak', async ({
  page,
  server,
}) => {
  await signIn(page, await registerPerson(server));
  await expect(page.getByRole('region', { name: 'Low balance' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Session totals' })).toContainText('Remaining $0.000000');
  await expect(page.getByRole('link', { name: 'Top up' })).toBeVisible();
  await page.goto('/docs');
  await expect(page.getByRole('banner')).toContainText('$0.00');
  await page.setViewportSize(PHONE);
  await page.getByRole('banner').getByRole('link', { name: 'Top up' }).press('Enter');
  await expect(page).toHaveURL(/\/top-up$/);
});

test.describe('a browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('has times in its own zone from the first page on, until another is chosen', async ({
    page,
    server,
  }) => {
    const person = await registerPerson(server);
    await signIn(page, person, '/settings/billing');
    await expect(page.getByText('Asia/Tokyo', { exact: true })).toBeVisible();
    const api = apiOf(server.origin, await signInByApi(server.origin, person));
    const changed = await api('POST', '/api/userpreferences', { PreferredTimezone: 'Europe/Rome' });
    expect(changed.status).toBe(200);
    await page.reload();
    await expect(page.getByText('Europe/Rome', { exact: true })).toBeVisible();
  });
});
