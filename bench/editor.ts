// The workbench in Chromium: how long typing in a script of 2,000 lines blocks the page, and how much of the page's
// script is the editor's own. Needs `npm run build`.
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { ADMIN, ADMIN_ENV, startServer } from '../tests/support/server';

const KEYS = 200;
/** About a hundred words a minute. */
const KEY_DELAY_MS = 110;
const BUDGET = { medianMs: 16, p99Ms: 50, kilobytes: 240 };

const BODY =
  '  LOAD "essays/" AS WORK\n  PROMPT "Grade {INPUT} by {DATE}"\n  RUN CACHE\n  GET SCORE\n  WRITE_LOG "{SCORE}"\n';
const SCRIPT = `BATCH_START "Many"\n${BODY.repeat(400)}END_BATCH\n`;

const server = await startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on' } });
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.request.post('/login', { form: { intent: 'sign-in', ...ADMIN } });
  const before = await loadedScripts(page, '/account');
  const after = await loadedScripts(page, '/baiql', '.cm-content');
  const own = [...after].filter(([address]) => !before.has(address));
  const kilobytes = own.reduce((sum, [, bytes]) => sum + bytes, 0) / 1024;
  const blocked = await typeAndMeasure(page);
  const report = (what: string, figure: string, budget: string) =>
    console.log(`${what.padEnd(46)} ${figure.padStart(10)}   budget ${budget}`);
  report(
    'Script of /baiql beyond any other page, gzip',
    `${kilobytes.toFixed(1)} KB`,
    `${String(BUDGET.kilobytes)} KB`,
  );
  report(
    'A key in 2,000 lines blocks, median',
    `${percentile(blocked, 0.5).toFixed(1)} ms`,
    `${String(BUDGET.medianMs)} ms`,
  );
  report(
    'A key in 2,000 lines blocks, 99th percentile',
    `${percentile(blocked, 0.99).toFixed(1)} ms`,
    `${String(BUDGET.p99Ms)} ms`,
  );
} finally {
  await browser.close();
  await server.stop();
}

/** The scripts that a page loads by itself, with their sizes as gzip. */
async function loadedScripts(page: Page, path: string, sign?: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const reading: Promise<void>[] = [];
  const listen = (response: { url(): string; body(): Promise<Buffer> }): void => {
    const address = response.url();
    if (!address.endsWith('.js')) return;
    reading.push(response.body().then((body) => void found.set(address, gzipSync(body).length)));
  };
  page.on('response', listen);
  await page.goto(path, { waitUntil: 'networkidle' });
  if (sign) await page.waitForSelector(sign);
  page.off('response', listen);
  await Promise.all(reading);
  return found;
}

/** For each key, the longest time until the next one in which the page could do nothing else. */
async function typeAndMeasure(page: Page): Promise<number[]> {
  await page.locator('.cm-content').click();
  await page.keyboard.insertText(SCRIPT);
  await page.keyboard.press('PageUp');
  await page.waitForLoadState('networkidle');
  await page.evaluate(watchForBlocks);
  const blocked: number[] = [];
  for (let count = 0; count < KEYS; count += 1) {
    await page.keyboard.press(count % 12 === 11 ? 'Space' : 'x', { delay: 0 });
    await page.waitForTimeout(KEY_DELAY_MS);
    blocked.push(await page.evaluate(takeLongestBlock));
  }
  return blocked;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

declare global {
  interface Window {
    longestBlockMs: number;
  }
}

/** Runs in the page: a message to itself that comes back late says that something was in its way. */
function watchForBlocks(): void {
  window.longestBlockMs = 0;
  const { port1, port2 } = new MessageChannel();
  let latest = performance.now();
  port1.onmessage = () => {
    const now = performance.now();
    window.longestBlockMs = Math.max(window.longestBlockMs, now - latest);
    latest = now;
    port2.postMessage(null);
  };
  port2.postMessage(null);
}

function takeLongestBlock(): number {
  const longest = window.longestBlockMs;
  window.longestBlockMs = 0;
  return longest;
}
