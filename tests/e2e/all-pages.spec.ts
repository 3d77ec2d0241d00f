import type { Page } from '@playwright/test';
import type { Access } from '../../app/core/edge/declare-call.server';
import { may, type Role } from '../../app/core/shared/permissions';
import { layoutFaults } from '../support/layout-faults';
import { fillWithMuch, type Samples } from '../support/much-data';
import { builtPages, type BuiltPage } from '../support/pages';
import { registerPerson } from '../support/people';
import { ADMIN, ADMIN_ENV, startServer, type TestServer } from '../support/server';
import { makeUserWithRole } from '../support/users-with-roles';
import { expect, expectAccessible, isStill, signIn, test as base, untilAlive } from './fixtures';

// Every page, found in the route table itself, as people with the least and the most, at every size and in both looks.
// It takes the longest of all files, so only the soak runs it.

const WIDEST = 1280;
const NARROWEST = 375;
const HEIGHT = 800;
const SWEEPS = [
  { title: 'finds nothing cut off, covered or too wide on any page on a phone @soak', widths: [NARROWEST] },
  { title: 'finds nothing of that in wider windows @soak', widths: [WIDEST, 1024, 768] },
];
/** Alike on every page: one is enough. Its selectors leave the heads of pages in. */
const AROUND_PAGES = ['header:not(main *)', 'footer:not(main *)'];

interface Full {
  server: TestServer;
  samples: Samples;
}

const startEmpty = () => startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on' } });

async function startFull() {
  const server = await startEmpty();
  return { server, samples: await fillWithMuch(server), stop: () => server.stop() };
}

const test = base.extend<{ full: Full; empty: TestServer }>({
  empty: async ({ shared }, use) => {
    await use(await shared(startEmpty));
  },
  full: async ({ shared }, use) => {
    await use(await shared(startFull));
  },
});

interface SweepUser {
  name: string;
  /** Undefined for a stranger. */
  roles: readonly Role[] | undefined;
  enter: (page: Page, server: TestServer) => Promise<void>;
  /** The pages on which they see other things than the rest of these people do; all by default. */
  differs?: (access: Access) => boolean;
  hasMuch?: boolean;
  /** They have little, which takes little room: the narrowest window is enough. */
  hasLittle?: boolean;
  /** Nobody has done anything on their server. */
  isFirst?: boolean;
}

interface Address {
  address: string;
  isForAll: boolean;
  /** It leads to something that the administrator has. */
  isSample: boolean;
}

const USERS: SweepUser[] = [
  { name: 'a stranger', roles: undefined, enter: (page) => page.goto('/').then(() => untilAlive(page)) },
  {
    name: 'a new account',
    roles: [],
    hasLittle: true,
    differs: (access) => access !== 'anyone',
    enter: async (page, server) => signIn(page, await registerPerson(server)),
  },
  {
    name: 'a new account with a plan',
    roles: ['paiduser'],
    hasLittle: true,
    enter: async (page, server) => signIn(page, (await makeUserWithRole(server, 'paiduser')).account),
    differs: (access) => access === 'baiql:use',
  },
  {
    name: 'an administrator with much',
    roles: ['admin'],
    enter: (page) => signIn(page, ADMIN),
    hasMuch: true,
  },
  {
    name: 'an administrator of a new server',
    roles: ['admin'],
    enter: (page) => signIn(page, ADMIN),
    differs: (access) => !['anyone', 'signed-in', 'baiql:use'].includes(access),
    hasLittle: true,
    isFirst: true,
  },
];

/** The pages that these people may open, and the first of those that refuse them: all refuse alike. */
async function addressesFor(
  { roles, differs = () => true }: SweepUser,
  samples: Samples,
): Promise<Address[]> {
  const opens = ({ access = 'anyone' }: BuiltPage): boolean => {
    if (access === 'anyone') return true;
    return roles !== undefined && (access === 'signed-in' || may({ roles }, access));
  };
  const pages = await builtPages();
  const refusal = pages.find((page) => !opens(page));
  const shown = pages.filter((page) => opens(page) && differs(page.access ?? 'anyone'));
  return [...shown, ...(refusal ? [refusal] : [])].flatMap(({ pattern, access = 'anyone' }) => {
    const sample = samples[pattern] ?? (/[:*]/.test(pattern) ? [] : pattern);
    expect(sample, `a sample in much-data.ts for ${pattern}`).not.toEqual([]);
    const isSample = sample !== pattern && pattern !== '/*';
    return [sample].flat().map((address) => ({ address, isForAll: access === 'anyone', isSample }));
  });
}

/**
 * Runs inside a page: goes to an address as a link does, which leaves the scripts in place, and gives the status of the
 * page that is then shown.
 */
async function follow(address: string): Promise<number> {
  const { __remixRouter: router } = window as unknown as {
    __remixRouter: {
      navigate: (to: string) => Promise<void>;
      state: { errors: Record<string, { status?: number }> | null };
    };
  };
  await router.navigate(address);
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })); // React has drawn it
  const [error] = Object.values(router.state.errors ?? {});
  return error ? (error.status ?? 500) : 200;
}

for (const user of USERS) {
  test.describe(user.name, () => {
    test.use({
      baseURL: async ({ full, empty }, use) => use(user.isFirst ? empty.origin : full.server.origin),
    });
    test.setTimeout(900_000); // some sixty pages

    for (const { title, widths } of SWEEPS) {
      if (user.hasLittle && !widths.includes(NARROWEST)) continue;
      test(title, async ({ page, full, empty }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await user.enter(page, user.isFirst ? empty : full.server);
        const seen = new Set<string>();
        let exclude: string[] = [];
        for (const { address, isForAll, isSample } of await addressesFor(user, full.samples)) {
          await page.setViewportSize({ width: widths[0] ?? NARROWEST, height: HEIGHT });
          const status = await page.evaluate(follow, address);
          if (isSample && user.hasMuch) expect(status, address).toBe(200);
          // Several addresses lead to one page, and a refusal looks the same wherever it is met.
          const { pathname, search } = new URL(page.url());
          const shown = status === 200 ? pathname + search : String(status);
          if (seen.has(shown)) continue;
          seen.add(shown);
          await page.getByRole('main').waitFor();
          for (const width of user.hasLittle ? [NARROWEST] : widths) {
            await page.setViewportSize({ width, height: HEIGHT });
            await page.waitForFunction(isStill);
            const where = `${address} at ${String(width)} px`;
            await test.step(where, async () => {
              expect.soft(await page.evaluate(layoutFaults, exclude), where).toEqual([]);
              if (isForAll && user.roles) return; // as strangers see it
              if (width === WIDEST) await expectAccessible(page, { exclude });
              if (width !== NARROWEST) return;
              // Other markup, such as cards instead of tables, in the other colors.
              await page.emulateMedia({ colorScheme: 'dark' });
              await expectAccessible(page, { exclude });
              await page.emulateMedia({ colorScheme: 'light' });
              exclude = AROUND_PAGES; // they have been looked at now
            });
          }
        }
      });
    }
  });
}
