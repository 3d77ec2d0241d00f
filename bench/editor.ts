// The workbench in Chromium: how long a keystroke in a script of 2,000 lines blocks the page, and how much script the
// editor loads. Times are CPU times of the page's main thread, so other load on the machine does not count. Needs `npm
// run build`.
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.mjs';
import { ADMIN, ADMIN_ENV, startServer } from '../tests/support/server';

const KEYS = 200;
/** About 100 words a minute. */
const KEY_DELAY_MS = 110;
const BUDGET = { medianMs: 16, p99Ms: 50, kilobytes: 240 };

const BODY =
  '  LOAD "essays/" AS WORK\n  PROMPT "Grade {INPUT} by {DATE}"\n  RUN CACHE\n  GET SCORE\n  WRITE_LOG "{SCORE}"\n';
const SCRIPT = `BATCH_START "Many"\n${BODY.repeat(400)}END_BATCH\n`;

const server = await startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on' } });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.request.post('/login', { form: { intent: 'sign-in', ...ADMIN } });
  const before = await loadedScripts(page, '/account');
  const after = await loadedScripts(page, '/baiql', '.cm-content');
  const own = [...after].filter(([address]) => !before.has(address));
  const kilobytes = (isOfWorker: boolean): string => {
    const counted = own.filter(([address]) => address.includes('check-worker') === isOfWorker);
    return `${(counted.reduce((sum, [, bytes]) => sum + bytes, 0) / 1024).toFixed(1)} KB`;
  };
  const blocked = await typeAndMeasure(page);
  const report = (what: string, figure: string, budget: string) =>
    console.log(`${what.padEnd(44)} ${figure.padStart(10)}   ${budget}`);
  report('Script of /baiql alone, gzip', kilobytes(false), `budget ${String(BUDGET.kilobytes)} KB`);
  report('Script of its worker, gzip', kilobytes(true), 'off the page');
  for (const [name, share, budgetMs] of [
    ['median', 0.5, BUDGET.medianMs],
    ['99th percentile', 0.99, BUDGET.p99Ms],
  ] as const) {
    const figure = `${percentile(blocked, share).toFixed(1)} ms`;
    report(`A key in 2,000 lines, ${name}`, figure, `budget ${String(budgetMs)} ms`);
  }
} finally {
  await browser.close();
  await server.stop();
}

/** The scripts a page loads, with their gzipped sizes. */
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

/** CPU time of the main thread per keystroke. */
async function typeAndMeasure(page: Page): Promise<number[]> {
  await page.locator('.cm-content').click();
  await page.keyboard.insertText(SCRIPT);
  await page.keyboard.press('PageUp');
  await page.waitForLoadState('networkidle');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const blocked: number[] = [];
  let before = await busyMs();
  for (let count = 0; count < KEYS; count += 1) {
    await page.keyboard.press(count % 12 === 11 ? 'Space' : 'x');
    await page.waitForTimeout(KEY_DELAY_MS);
    const now = await busyMs();
    blocked.push(now - before);
    before = now;
  }
  return blocked;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
