import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { ADMIN, ADMIN_ENV, startServer, type TestServer } from '../support/server';

interface WorkerFixtures {
  /** One server a worker, with an administrator who has $5.00. Specs that need settings of their own start their own. */
  server: TestServer;
}

interface TestFixtures {
  /** Fails the test when the browser's console shows an error. */
  quietConsole: undefined;
  /** A page on which the administrator is signed in. */
  signedIn: Page;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({}, use) => {
      const server = await startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.origin);
  },
  quietConsole: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await use(undefined);
      // A refused form or a missing page is announced by the browser itself; that is no fault.
      expect(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    },
    { auto: true },
  ],
  signedIn: async ({ page }, use) => {
    await signIn(page, ADMIN);
    await use(page);
  },
});

export { expect };

/** Signs in by the form as it is without scripts, which is quick, and opens a page. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
  returnTo = '/ai',
): Promise<void> {
  const sent = await page.request.post('/login', { form: { intent: 'sign-in', email, password } });
  expect(sent.status()).toBe(200);
  await page.goto(returnTo);
}

/** Nothing that keeps people out: WCAG 2.2 A and AA as far as a machine can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}
