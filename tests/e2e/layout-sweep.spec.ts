import type { Page } from '@playwright/test';
import { layoutFaults } from '../support/layout-faults';
import { builtPages } from '../support/pages';
import { registerPerson } from '../support/people';
import { ADMIN, ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../support/server';
import { expect, expectAccessible, expectFitInDark, isStill, signIn, test as base } from './fixtures';

// Every page, found in the route table itself, as people with the least and the most, at every size and in both looks.

const WIDEST = 1280;
const NARROWEST = 375;
const WIDTHS = [WIDEST, 1024, 768, NARROWEST];
const HEIGHT = 800;
const SENDS = 30;

const test = base.extend<object, { full: TestServer }>({
  full: [
    async ({}, use) => {
      const server = await startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on' } });
      await fill(server);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

/** Accounts to list, with names of every length, and a ledger of several pages. */
async function fill({ origin }: TestServer): Promise<void> {
  const api = apiOf(origin, await signInByApi(origin));
  const series = {
    first: 1,
    count: 30,
    domain: `a-rather-long-name-of-a-school-${'x'.repeat(20)}.example.org`,
  };
  expect((await api('POST', '/api/admin/test-drives', series)).status).toBe(201);
  const models = await api<{ providers: { key: string; defaultModel: string }[] }>('GET', '/api/ai/models');
  const demo = models.body.providers.find(({ key }) => key === 'demo');
  const request = {
    provider: 'demo',
    model: demo?.defaultModel,
    prompt: 'Why are leaves green?',
    maxOutputTokens: 16,
  };
  for (let number = 0; number < SENDS; number += 1) {
    const sent = await api('POST', '/api/ai/complete', request, {
      'X-Idempotency-Key': `sweep-send-${String(number)}`,
    });
    expect(sent.status).toBe(200);
  }
}

interface SweepUser {
  name: string;
  isStranger?: boolean;
  enter: (page: Page, server: TestServer) => Promise<void>;
}

const USERS: SweepUser[] = [
  { name: 'a stranger', isStranger: true, enter: () => Promise.resolve() },
  {
    name: 'a new account',
    enter: async (page, server) => signIn(page, await registerPerson(server)),
  },
  { name: 'an administrator with much', enter: (page) => signIn(page, ADMIN) },
];

test.describe.configure({ mode: 'parallel' });

for (const { name, isStranger = false, enter } of USERS) {
  test.describe(name, () => {
    test.use({ baseURL: async ({ full }, use) => use(full.origin) });
    test.setTimeout(900_000); // some sixty pages

    test('finds nothing cut off, covered or too wide on any page', async ({ page, full }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await enter(page, full);
      const seen = new Set<string>();
      for (const { address, access } of await builtPages()) {
        // Several addresses lead to one page, and a refusal looks the same wherever it is met.
        const answer = await page.request.get(address);
        const shown = answer.status() >= 400 ? String(answer.status()) : new URL(answer.url()).pathname;
        if (seen.has(shown)) continue;
        seen.add(shown);
        const isSeenByStranger = !isStranger && (access === undefined || access === 'anyone');
        await page.setViewportSize({ width: WIDEST, height: HEIGHT });
        await page.goto(address);
        await page.getByRole('main').waitFor();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          await page.waitForFunction(isStill);
          const where = `${address} at ${String(width)} px`;
          await test.step(where, async () => {
            expect.soft(await page.evaluate(layoutFaults), where).toEqual([]);
            if (isSeenByStranger) return;
            if (width === WIDEST) await expectAccessible(page);
            if (width === NARROWEST) await expectFitInDark(page);
          });
        }
      }
    });
  });
}
