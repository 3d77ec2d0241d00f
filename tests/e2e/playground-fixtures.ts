import type { Page } from '@playwright/test';
import { vendorEnv } from '../support/paying-server';
import { ADMIN_ENV, startServer } from '../support/server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer } from '../vendors/vendor-server';
import { test as base } from './fixtures';

/** The playground with a vendor behind it whose replies a test writes and holds back. */
export const test = base.extend<{ nothingHeld: undefined }, { vendor: VendorServer }>({
  vendor: [
    async ({}, use) => {
      const vendor = await startOpenAiServer();
      await use(vendor);
      await vendor.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ vendor }, use) => {
      const server = await startServer({ env: { ...ADMIN_ENV, ...vendorEnv(vendor), TRUST_PROXY: 'on' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  /** A call that a test left open would keep its server from stopping. */
  nothingHeld: [
    async ({ vendor }, use) => {
      await use(undefined);
      vendor.release();
    },
    { auto: true },
  ],
});

export const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
export const thread = (page: Page) => page.getByRole('list', { name: 'Thread, newest first' });
export const totals = (page: Page) => page.getByRole('region', { name: 'Session totals' });

export async function send(page: Page, text: string) {
  await prompt(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
