import { chromium } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.mjs';
import { ADMIN_ENV, startServer } from '../tests/support/server';
import { runTool } from './tools';

// `npm run bench:lighthouse`: Lighthouse's four scores of the public pages, on the built server.
const PAGES = ['/', '/login', '/pricing', '/docs'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const PORT = 9300 + (process.pid % 500);
const OPTIONS = [
  `--port=${PORT}`,
  '--preset=desktop',
  `--only-categories=${CATEGORIES.join()}`,
  '--no-enable-error-reporting',
  '--output=json',
  '--quiet',
];

interface Report {
  categories: Record<string, { score: number | null }>;
}

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
try {
  const rows = [];
  for (const page of PAGES) {
    const report = JSON.parse(await runTool('lighthouse', [server.origin + page, ...OPTIONS])) as Report;
    const scores = CATEGORIES.map((id) => [id, Math.round((report.categories[id]?.score ?? 0) * 100)]);
    rows.push({ page, ...(Object.fromEntries(scores) as Record<string, number>) });
  }
  console.table(rows);
  console.log('Budget: at least 95 in all four.');
} finally {
  await browser.close();
  await server.stop();
}
