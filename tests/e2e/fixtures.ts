import { randomUUID } from 'node:crypto';
import type { RunOnly, RunOptions } from 'axe-core';
import { expect, test as base, type Locator, type Page, type Route } from '@playwright/test';
import { axeFindings, type AxeContext } from '../support/accessibility';
import { fromElsewhere } from '../support/people';
import { grant, makeUserWithRole } from '../support/users-with-roles';
import { ADMIN_ENV, startServer, type TestServer } from '../support/server';

interface Stoppable {
  stop(): Promise<unknown>;
}

interface WorkerFixtures {
  /**
   * What this starts at its first use stays for all tests of the worker that name the same function. It is the only
   * fixture of a worker: with one of its own, a file would need another process and another browser.
   */
  shared: <Started extends Stoppable>(start: () => Promise<Started>) => Promise<Started>;
}

interface TestFixtures {
  /** With an administrator who has $5.00. Specs that need other settings have a server of their own. */
  server: TestServer;
  /** Fails the test when the browser's console shows an error. */
  quietConsole: undefined;
  /** An administrator with $5.00, who has done nothing before this test. */
  administrator: { email: string; password: string };
  /** A page on which that administrator is signed in. */
  signedIn: Page;
}

const NO_FAULT = [
  // A refused form or a missing page is announced by the browser itself.
  'Failed to load resource',
  // A key was pressed while Remix still decoded the page's data: React says so, and then takes the page over as always.
  'Minified React error #345',
  // What a browser says of plain http.
  'The Cross-Origin-Opener-Policy header has been ignored',
];

const startDemoServer = () => startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on', TRUST_PROXY: 'on' } });

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shared: [
    async ({}, use) => {
      const started = new Map<unknown, Promise<Stoppable>>();
      await use(<Started extends Stoppable>(start: () => Promise<Started>) => {
        const found = (started.get(start) as Promise<Started> | undefined) ?? start();
        started.set(start, found);
        return found;
      });
      for (const each of started.values()) await (await each).stop();
    },
    { scope: 'worker' },
  ],
  server: async ({ shared }, use) => {
    await use(await shared(startDemoServer));
  },
  baseURL: async ({ server }, use) => {
    await use(server.origin);
  },
  extraHTTPHeaders: async ({}, use) => {
    await use(fromElsewhere());
  },
  quietConsole: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await use(undefined);
      expect(errors.filter((text) => !NO_FAULT.some((start) => text.startsWith(start)))).toEqual([]);
    },
    { auto: true },
  ],
  administrator: async ({ server }, use) => {
    const { account, token, userId } = await makeUserWithRole(server, 'admin');
    await grant(server.origin, token, userId, 500);
    await use(account);
  },
  signedIn: async ({ page, administrator }, use) => {
    await signIn(page, administrator);
    await use(page);
  },
});

export { expect };

/** Signs in behind the page's back, as the form does: the form itself and its greeting have tests of their own. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
  returnTo = '/ai',
): Promise<void> {
  const answer = await page.request.post('/login', { form: { intent: 'sign-in', email, password } });
  expect(answer.status()).toBe(200);
  await page.goto(returnTo);
  await untilAlive(page);
}

/** Until keys, clicks, pastes and drops have an effect. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(isAlive);
  // What listens to the whole document begins to in React's effects, which come after. A window that has nothing to draw
  // may never call itself idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}

/** Runs inside a page: whether React has taken it over, so that what is typed and pressed has an effect. */
function isAlive(): boolean {
  const main = document.querySelector('main');
  return main === null || Object.keys(main).some((key) => key.startsWith('__reactProps$'));
}

export async function signInByForm(
  page: Page,
  account: { email: string; password: string },
  returnTo = '/ai',
): Promise<void> {
  await page.goto(`/login?returnTo=${encodeURIComponent(returnTo)}`);
  await fillLogin(page, account);
  await page.waitForURL(`**${returnTo}`);
}

export async function fillLogin(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

export const GRACE = { firstName: 'Grace', lastName: 'Hopper', password: 'Correct-horse-7' };

/** Fills in the form of /register for Grace, and sends it. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('First name').fill(GRACE.firstName);
  await page.getByLabel('Last name').fill(GRACE.lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(GRACE.password);
  await page.getByLabel('Confirm password').fill(GRACE.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

/** An address that nobody has yet. */
export const newEmail = (): string => `${randomUUID()}@example.org`;

/** A toast as it is seen; it's also read aloud, from another place. */
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text);

/** For a route: the server has done it, and nobody learns of it. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

/** Nothing that keeps people out: WCAG 2.2 A and AA as far as a machine can tell. */
const TAGS: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

export const expectAccessible = (page: Page, context: AxeContext = {}): Promise<void> =>
  expectRules(page, { runOnly: TAGS }, context);

/** What axe asks of a page as a whole: not of what opens above it, below which the library hides the page meanwhile. */
const OF_WHOLE_PAGES = ['region', 'page-has-heading-one', 'aria-hidden-focus'];

/** The same for what has opened above a page. */
export const expectAccessibleAbove = (page: Page, context: AxeContext = {}): Promise<void> => {
  const rules = Object.fromEntries(OF_WHOLE_PAGES.map((id) => [id, { enabled: false }]));
  return expectRules(page, { runOnly: TAGS, rules }, context);
};

/** Of what was found accessible in light, colors alone differ in dark. */
export const expectContrastInDark = (page: Page, context: AxeContext = {}): Promise<void> =>
  expectRulesInDark(page, ['color-contrast'], context);

async function expectRules(page: Page, rules: RunOptions, context: AxeContext = {}): Promise<void> {
  await page.waitForFunction(isStill);
  expect(await axeFindings(page, rules, context)).toEqual([]);
}

/** Runs inside a page: a color or a width on its way to another is not yet what people see. */
export function isStill(): boolean {
  return document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity);
}

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 375, height: 740 };

/**
 * A screen as it is, in light and dark, wide and on a phone: nothing for axe to complain about, and nothing wider than
 * the window. Only colors differ in dark, and only sizes in another window, so only they are looked at again.
 */
export async function expectFit(page: Page): Promise<void> {
  const own = page.viewportSize() ?? WIDE;
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.setViewportSize(own.width === PHONE.width ? WIDE : PHONE);
  await expectFitInDark(page);
  await page.setViewportSize(own);
}

/** What may differ in dark, in a window of its size. */
async function expectFitInDark(page: Page): Promise<void> {
  await expectRulesInDark(page, ['color-contrast', 'target-size']);
  await expectNoOverflow(page);
}

/** The rules whose answer may be another in dark, or in a window of this size. */
async function expectRulesInDark(page: Page, values: string[], context: AxeContext = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectRules(page, { runOnly: { type: 'rule', values } }, context);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, page.url()).toBeLessThanOrEqual(0);
}

/** Runs inside a page: nothing more fits into its local storage. */
export function fillStorage(): void {
  for (let piece = 'x'.repeat(2 ** 20), index = 0; piece !== ''; index += 1) {
    try {
      localStorage.setItem(String(index), piece);
    } catch {
      piece = piece.slice(0, Math.floor(piece.length / 2));
    }
  }
}
