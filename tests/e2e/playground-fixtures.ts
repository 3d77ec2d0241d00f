import type { Page } from '@playwright/test';
import { vendorEnv } from '../support/paying-server';
import { ADMIN_ENV, startServer, type TestServer } from '../support/server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer, VendorServerOptions } from '../vendors/vendor-server';
import { test as base } from './fixtures';

export interface Playground {
  vendor: VendorServer;
  server: TestServer;
  stop(): Promise<void>;
}

/** A server with a vendor behind it. */
export async function startPlayground(
  says: VendorServerOptions = {},
  env: Record<string, string> = {},
): Promise<Playground> {
  const vendor = await startOpenAiServer(says);
  const server = await startServer({
    env: { ...ADMIN_ENV, ...vendorEnv(vendor), TRUST_PROXY: 'on', ...env },
  });
  return { vendor, server, stop: () => server.stop().then(() => vendor.close()) };
}

const startSilentPlayground = () => startPlayground();

interface PlaygroundFixtures {
  playground: Playground;
  /** Its replies are written and held back by a test. */
  vendor: VendorServer;
  nothingHeld: undefined;
}

export const test = base.extend<PlaygroundFixtures>({
  playground: async ({ shared }, use) => {
    await use(await shared(startSilentPlayground));
  },
  vendor: async ({ playground }, use) => {
    await use(playground.vendor);
  },
  server: async ({ playground }, use) => {
    await use(playground.server);
  },
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

/** The steps are folded at first. */
export const openTemplates = (page: Page) =>
  page.getByRole('button', { name: 'Build from a template' }).click();

/** On a phone the prompt's actions are in a menu. */
export async function chooseAction(page: Page, menu: 'More actions' | 'Session', name: string) {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

export async function send(page: Page, text: string) {
  await prompt(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
