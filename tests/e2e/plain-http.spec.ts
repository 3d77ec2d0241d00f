import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { ADMIN_ENV, startServer } from '../support/server';
import { expect, fillLogin, signInByForm, test as base, toast, untilAlive } from './fixtures';

/** As it is reached on a home network: browsers trust neither the name nor the connection. */
const onLan = (origin: string): string => origin.replace('127.0.0.1', 'promptwell.lan');

const test = base.extend({
  baseURL: async ({ server }, use) => {
    await use(onLan(server.origin));
  },
  // By the form: the name is the browser's alone.
  signedIn: async ({ page, administrator }, use) => {
    await signInByForm(page, administrator);
    await untilAlive(page);
    await use(page);
  },
});

/** Pastes into the field that has the focus, as people do. */
const paste = (page: Page) => page.keyboard.press('ControlOrMeta+V');

test('Copy works by keyboard and leaves the focus where it was @soak', async ({ signedIn: page }) => {
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.goto('/docs/learn/baiql-guide');
  await untilAlive(page);
  const code = await page.locator('pre').first().textContent();
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first();
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Copied')).toBeVisible();
  await expect(copy).toBeFocused();
  await page.goto('/ai');
  await untilAlive(page);
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('');
  await prompt.focus();
  await paste(page);
  await expect(prompt).toHaveValue(code?.trimEnd() ?? '');
});

test('two tabs keep their own drafts @soak', async ({ signedIn: page, context }) => {
  const prompt = page.getByRole('textbox', { name: 'Prompt' });
  await prompt.fill('Of the first tab');
  const other = await context.newPage();
  await other.goto('/ai');
  await untilAlive(other);
  const otherPrompt = other.getByRole('textbox', { name: 'Prompt' });
  await expect(otherPrompt).not.toHaveValue('Of the first tab');
  await otherPrompt.fill('Of the second tab');
  await page.reload();
  await expect(prompt).toHaveValue('Of the first tab');
  await other.reload();
  await expect(otherPrompt).toHaveValue('Of the second tab');
});

test('a page of an https site that is opened by http leads to https @soak', async ({ page, shared }) => {
  const { local } = await shared(startHttpsServer);
  await page.route('https://promptwell.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The site</title>' }),
  );
  await page.goto(`${onLan(local)}/docs/faq?category=Money`);
  await page.waitForURL('https://promptwell.example/docs/faq?category=Money');
  // On the machine itself, where its administrator looks first, it goes on as it is.
  await page.goto(`${local}/login?returnTo=/docs`);
  await untilAlive(page);
  await fillLogin(page, { email: ADMIN_ENV.ADMIN_EMAIL, password: ADMIN_ENV.ADMIN_PASSWORD });
  await page.waitForURL(`${local}/docs`);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

async function startHttpsServer() {
  const port = String(await freePort());
  const env = { ...ADMIN_ENV, APP_URL: 'https://promptwell.example', DEMO_PROVIDER: 'on', PORT: port };
  const server = await startServer({ env });
  return { local: `http://127.0.0.1:${port}`, stop: () => server.stop() };
}

/** The server itself names only its public address. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
