// The monitor of a run of 50,000 transactions against a local vendor: transactions per second, the server's memory, and
// how smoothly the table scrolls. Needs `npm run build`.
import { chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.mjs';
import { fileApi } from '../tests/support/baiql-files';
import { gradingScript, runApi, table } from '../tests/support/baiql-runs';
import { startPayingServer } from '../tests/support/paying-server';
import { ADMIN } from '../tests/support/server';
import { peakMemoryMiB } from './children';

const ROWS = Number(process.env.ROWS ?? 50_000);
const SCROLL_STEPS = 600;
/** About 9,000 pixels per second: a fast flick. */
const SCROLL_PX = 150;
const BUDGET_FRAMES_PER_SECOND = 50;

const paying = await startPayingServer({}, { keepRequests: false });
const { origin } = paying.server;
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  await fileApi(origin, paying.token).upload('/data/input/', { 'roster.csv': table(ROWS) });
  const began = performance.now();
  const script = gradingScript({ limit: 'LIMIT PARALLEL 50' }).replace('4o-mini"', '4o-mini" MAX_TOKENS 16');
  const run = await runApi(origin, paying.token).run(script);
  const seconds = (performance.now() - began) / 1000;
  if (run.succeeded !== ROWS) throw new Error(`${String(run.succeeded)} of ${String(ROWS)} succeeded.`);
  report(`${ROWS.toLocaleString('en-US')} transactions a second`, (ROWS / seconds).toFixed(0));
  report('Memory of the server at most', `${peakMemoryMiB(paying.server.pid).toFixed(0)} MiB`);

  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 900 } });
  await page.request.post('/login', { form: { intent: 'sign-in', ...ADMIN } });
  await page.goto(`/baiql/exec/${run.executionId}`);
  await page.getByRole('rowgroup', { name: 'Transactions' }).getByRole('row').first().waitFor();
  const frames = await scrollAndMeasure(page);
  report(
    'Frames a second while scrolling',
    frames.perSecond.toFixed(0),
    `budget ${String(BUDGET_FRAMES_PER_SECOND)}`,
  );
  report('The longest frame', `${frames.longestMs.toFixed(0)} ms`);
} finally {
  await browser.close();
  await paying.close();
}

function report(what: string, figure: string, budget = ''): void {
  console.log(`${what.padEnd(44)} ${figure.padStart(10)}   ${budget}`);
}

/** Scrolls down from the top, one step per frame. */
async function scrollAndMeasure(page: Page): Promise<{ perSecond: number; longestMs: number }> {
  return page.getByRole('rowgroup', { name: 'Transactions' }).evaluate(
    async (scroller, { steps, px }) => {
      const times: number[] = [];
      for (let step = 0; step <= steps; step += 1) {
        times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
        scroller.scrollTop += px;
      }
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      const totalMs = gaps.reduce((sum, gap) => sum + gap, 0);
      return { perSecond: (gaps.length / totalMs) * 1000, longestMs: Math.max(...gaps) };
    },
    { steps: SCROLL_STEPS, px: SCROLL_PX },
  );
}
