// Typing on the AI page in Chromium, with a prompt of 300,000 characters: how long a keystroke keeps the page busy,
// beside a bare text area with the same text and size. Times are CPU times of the page's main thread, so other load on
// the machine does not count. Needs `npm run build`.
import { chromium, type Locator, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.mjs';
import { ADMIN, ADMIN_ENV, startServer } from '../tests/support/server';

const KEYS = 60;
const KEY_DELAY_MS = 60;
const LINE = 'A line of a long prompt, as people paste it from a report or a book.\n';
const TEXT = LINE.repeat(Math.ceil(300_000 / LINE.length));
/** As many times as a bare text area takes. */
const MOST_TIMES = 2;

const server = await startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on' } });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const page = await browser.newPage({ baseURL: server.origin });
  await page.request.post('/login', { form: { intent: 'sign-in', ...ADMIN } });
  for (const [name, viewport] of [
    ['desktop', { width: 1280, height: 800 }],
    ['phone', { width: 375, height: 667 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.goto('/ai', { waitUntil: 'networkidle' });
    const field = page.getByRole('textbox', { name: 'Prompt' });
    await fillAtOnce(field);
    const size = await field.boundingBox();
    const composer = median(await typeInto(page, field));
    const { length } = await field.inputValue();
    if (length !== TEXT.length + KEYS) throw new Error(`The composer has ${String(length)} characters.`);
    await page.setContent(
      `<textarea style="width:${String(size?.width)}px;height:${String(size?.height)}px"></textarea>`,
    );
    await fillAtOnce(page.locator('textarea'));
    const bare = median(await typeInto(page, page.locator('textarea')));
    console.log(
      `A key in ${TEXT.length.toLocaleString('en-US')} characters, ${name}:`.padEnd(44),
      `${composer.toFixed(1)} ms, bare ${bare.toFixed(1)} ms, ${(composer / bare).toFixed(2)} times`,
      `(budget ${String(MOST_TIMES)})`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}

/** As a paste does: Playwright's own way types so long a text for half a minute. */
function fillAtOnce(field: Locator): Promise<void> {
  return field.evaluate((element, text) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }, TEXT);
}

/** CPU time of the main thread per keystroke. */
async function typeInto(page: Page, field: Locator): Promise<number[]> {
  await field.press('End');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const took: number[] = [];
  let before = await busyMs();
  for (let count = 0; count < KEYS; count += 1) {
    await page.keyboard.press('x');
    await page.waitForTimeout(KEY_DELAY_MS);
    const now = await busyMs();
    took.push(now - before);
    before = now;
  }
  await devtools.detach();
  return took;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
