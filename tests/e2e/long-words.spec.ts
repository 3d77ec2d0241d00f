import { fillWithLongWords } from '../support/long-words';
import { fillWithMuch } from '../support/much-data';
import { builtPages } from '../support/pages';
import { ADMIN, ADMIN_ENV, startServer } from '../support/server';
import { expect, PHONE, signIn, test as base, untilAlive, WIDE } from './fixtures';

async function startWithLongWords() {
  const first = await startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on' } });
  const samples = await fillWithMuch(first);
  fillWithLongWords(first);
  await first.stop();
  // What the first has in memory still has the words of before.
  const server = await startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on' }, dataDir: first.dataDir });
  return { server, samples, stop: () => server.stop() };
}

const test = base.extend<{ full: Awaited<ReturnType<typeof startWithLongWords>> }>({
  full: async ({ shared }, use) => {
    await use(await shared(startWithLongWords));
  },
  baseURL: async ({ full }, use) => {
    await use(full.server.origin);
  },
});
test.setTimeout(900_000); // some sixty pages, twice

test('no word of 2,000 letters makes any page wider than its window @soak', async ({
  page,
  full: { samples },
}) => {
  await signIn(page, ADMIN, '/dashboard');
  const addresses = (await builtPages())
    .filter(({ pattern }) => samples[pattern] !== undefined || !/[:*]/.test(pattern))
    .flatMap(({ pattern }) => samples[pattern] ?? pattern);
  expect(addresses.length).toBeGreaterThan(40);
  const wide: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await untilAlive(page);
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > size.width) wide.push(`${address}: ${String(width)} px at ${String(size.width)} px`);
    }
  }
  expect(wide).toEqual([]);
});
