import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { ADMIN_ENV, startServer } from '../tests/support/server';
import { ensureChromium } from '../scripts/chromium.mjs';

// `npm run bench:lighthouse`: Lighthouse's four scores of the open pages, on the built server.
const PAGES = ['/', '/login', '/pricing'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const PORT = 9300 + (process.pid % 500);

const server = await startServer({ env: ADMIN_ENV });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [
    `--remote-debugging-port=${PORT}`,
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
  ],
});
const rows = [];
for (const page of PAGES) {
  const result = await lighthouse(
    server.origin + page,
    { port: PORT, logLevel: 'error', onlyCategories: CATEGORIES },
    desktopConfig,
  );
  const scores = Object.entries(result?.lhr.categories ?? {}).map(([id, { score }]) => [
    id,
    Math.round((score ?? 0) * 100),
  ]);
  rows.push({ page, ...(Object.fromEntries(scores) as Record<string, number>) });
}
console.table(rows);
console.log('Budget: at least 95 in all four.');
await browser.close();
await server.stop();
