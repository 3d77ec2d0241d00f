import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { ADMIN, apiOf, signInByApi } from '../support/server';
import { expect, expectAccessible, signIn, test } from './fixtures';

const SECTIONS = ['The problem', 'The solution', 'What it costs', 'How it works', 'Also included'];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page is whole, and its example can be switched', async ({ page }) => {
    await page.goto('/');
    for (const title of SECTIONS)
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByText('Act as a patient biology teacher.').first()).toBeVisible();
    await page.getByText('Before', { exact: true }).first().click();
    await expect(page.getByText('Explain photosynthesis.', { exact: true }).first()).toBeVisible();
    await page.getByText('Output', { exact: true }).first().click();
    await expect(page.getByText(/^Photosynthesis is the process/).first()).toBeVisible();
    await expect(page.getByText('Act as a patient biology teacher.').first()).toBeHidden();
  });

  test('prices and facts can be read, and the phone finds the links at the foot', async ({ page }) => {
    await page.goto('/pricing');
    await expect(page.getByRole('row', { name: /GPT-4o-mini/ })).toContainText('$0.15');
    await page.goto('/app-info');
    await expect(page.getByRole('heading', { name: 'How billing works' })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Login' })).toBeVisible();
  });
});

test('the example zooms into a dialog and gives the focus back @soak', async ({ page }) => {
  await page.goto('/');
  const zoom = page.getByRole('button', { name: /^Zoom/ });
  await zoom.click();
  const dialog = page.getByRole('dialog', { name: 'The example, before and after' });
  await expect(dialog.getByRole('heading', { name: 'Before' })).toBeVisible();
  await expect(dialog.getByText(/^A leaf is a tiny kitchen/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(zoom).toBeFocused();
});

test('the way in leads strangers to registration @soak', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start building' }).first().click();
  await expect(page).toHaveURL(/\/register$/);
});

test('the example keeps its height, whichever side is shown @soak', async ({ page }) => {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const card = page
      .locator('section, div')
      .filter({ has: page.getByText('Before', { exact: true }) })
      .last();
    const heights: (number | undefined)[] = [];
    for (const version of ['Before', 'After']) {
      for (const view of ['Output', 'Prompt']) {
        await page.getByText(version, { exact: true }).first().click();
        await page.getByText(view, { exact: true }).first().click();
        heights.push((await card.boundingBox())?.height);
      }
    }
    expect(heights).toEqual(heights.map(() => heights[0]));
  }
});

test('the slider says what longer replies cost @soak', async ({ page }) => {
  await page.goto('/');
  const slider = page.getByRole('slider', { name: 'Reply length' });
  const replies = page
    .locator('dl', { hasText: 'Gemini 2.5 Flash-Lite' })
    .locator('div', { hasText: 'Claude Opus 4.6' });
  await expect(slider).toHaveAttribute('aria-valuetext', '375 words');
  await expect(replies).toContainText('344');
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '3,000 words');
  await expect(replies).toContainText('49');
});

test('the picture of the product follows the theme, and only that one is loaded @soak', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/images/'))
      loaded.push(new URL(request.url()).pathname);
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const picture = page.getByRole('img', { name: /^The AI page/ });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(1000);
  expect(loaded).toEqual(['/images/playground-dark.webp']);
});

test('the way in leads people who are signed in to the AI page @soak', async ({ signedIn: page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start building' }).first().click();
  await expect(page).toHaveURL(/\/ai$/);
});

test('four plans have their prices; contact sales says that it is not yet available', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plans & Pricing');
  for (const plan of ['Free', 'Pro', 'Teams', 'Enterprise']) {
    await expect(page.getByRole('heading', { name: plan, exact: true })).toBeVisible();
  }
  await expect(page.getByText('per user per month, minimum 5 users ($75 per month)')).toBeVisible();
  await expect(page.getByText('This server doesn’t take card payments.')).toBeVisible();
  const contact = page.getByRole('button', { name: 'Contact sales' });
  await expect(contact).toHaveCount(2);
  for (const button of await contact.all()) {
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription('Not yet available');
  }
});

test('plans by contract and sample pages are for people who are signed in @soak', async ({ page }) => {
  for (const path of ['/teams', '/enterprise', '/counter', '/fetch-data']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(path)}`);
  }
});

test('the counter adds one @soak', async ({ signedIn: page }) => {
  await page.goto('/counter');
  await expect(page.getByText('Current count: 0')).toBeVisible();
  await page.getByRole('button', { name: 'Increment' }).click();
  await expect(page.getByText('Current count: 1')).toBeVisible();
});

test('the weather is loading, then there @soak', async ({ signedIn: page }) => {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/weatherforecast', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/fetch-data');
  await expect(page.getByText('Loading...')).toBeVisible();
  letThrough();
  for (const header of ['Date', 'Temp. (C)', 'Temp. (F)', 'Summary']) {
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('row')).toHaveCount(6);
});

test('the forecast and the sign-in settings are JSON, without a secret', async ({ page }) => {
  const forecasts = (await (await page.request.get('/weatherforecast')).json()) as Record<string, unknown>[];
  expect(forecasts).toHaveLength(5);
  for (const { date, temperatureC, temperatureF, summary } of forecasts) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(temperatureF).toBe(Math.round(32 + (Number(temperatureC) * 9) / 5));
    expect(summary).toMatch(/^[A-Z][a-z]+$/);
  }
  const settings = await (await page.request.get('/_configuration/promptwell')).text();
  expect(JSON.parse(settings)).toMatchObject({ client_id: 'promptwell', response_type: 'code' });
  expect(settings).not.toMatch(/secret|password|key/i);
  const unknown = await page.request.get('/_configuration/%3Cscript%3E');
  expect(unknown.status()).toBe(404);
  expect(await unknown.json()).toMatchObject({ message: 'Could not load settings' });
});

test('the old sign-in paths lead to today’s screens', async ({ page }) => {
  for (const [old, today] of [
    ['/authentication/login', '/login'],
    ['/authentication/login-callback', '/login?error=sign_in_failed'],
    ['/authentication/login-failed', '/login?error=sign_in_failed'],
    ['/authentication/register', '/register'],
    ['/authentication/profile', '/account'],
    ['/authentication/logged-out', '/'],
    ['/authentication/logout-callback', '/'],
    ['/authentication/logout', '/logout'],
    ['/authentication/login?returnUrl=%2Fpricing', '/login?returnTo=%2Fpricing'],
    ['/Identity/Account/Register', '/register'],
    ['/Identity/Account/Manage', '/account'],
  ] as const) {
    const answer = await page.request.get(old, { maxRedirects: 0 });
    expect([old, answer.status(), answer.headers().location]).toEqual([old, 302, today]);
  }
  expect((await page.request.get('/authentication/nonsense')).status()).toBe(404);
});

/** A page loads no more script than this by itself, compressed as the budget counts it. */
async function expectScriptWithin(page: Page, path: string, maxBytes: number): Promise<void> {
  // Nobody touches it; yet a browser without a screen now and then puts a pointer above a page.
  await page.addInitScript(() => {
    window.addEventListener('pointerover', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  const sizes: Promise<[file: string, bytes: number]>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => [response.url(), gzipSync(body).byteLength]));
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const files = await Promise.all(sizes);
  const bytes = files.reduce((sum, [, size]) => sum + size, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes, files.join('\n')).toBeLessThanOrEqual(maxBytes);
}

test('the home page stays within its budget of 112 KB of script', async ({ page }) => {
  await expectScriptWithin(page, '/', 112 * 1024);
});

test('the AI page stays within its budget of 220 KB of script', async ({ page }) => {
  await signIn(page, ADMIN, '/healthz'); // which loads nothing
  await expectScriptWithin(page, '/ai', 220 * 1024);
});

test('no public page is wider than the narrowest phone @soak', async ({ page }) => {
  const width = 320;
  await page.setViewportSize({ width, height: 800 });
  for (const path of ['/', '/pricing', '/app-info', '/no/such/page']) {
    await page.goto(path);
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ path, width: scrollWidth }).toEqual({ path, width });
  }
});

test('a page is drawn once for all visitors, yet every answer has a nonce of its own', async ({ page }) => {
  const read = async () => {
    const answer = await page.request.get('/pricing');
    const [, allowed] = /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '') ?? [];
    const html = await answer.text();
    const used = new Set(Array.from(html.matchAll(/ nonce="([^"]*)"/g), ([, nonce]) => nonce));
    expect([...used]).toEqual([allowed]);
    return { allowed: allowed ?? '', html };
  };
  const [first, second] = [await read(), await read()];
  expect(first.allowed).not.toBe(second.allowed);
  expect(first.html.replaceAll(first.allowed, '')).toBe(second.html.replaceAll(second.allowed, ''));
});

test('a new price is on the page at once', async ({ page, server }) => {
  const row = async () => (await page.request.get('/pricing')).text();
  expect(await row()).not.toContain('$1.23');
  const admin = apiOf(server.origin, await signInByApi(server.origin));
  await admin('POST', '/api/aipricing/upsert', {
    provider: 'perplexity',
    model: 'sonar',
    inputPricePer1K: '0.00123',
    outputPricePer1K: '0.001',
    currency: 'USD',
    isActive: true,
  });
  expect(await row()).toContain('$1.23');
});
