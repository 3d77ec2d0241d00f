// `npm run pictures`: the pictures of the product on the home page and in the README, taken from the built server.
import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { OPTIMIZE_EXAMPLE } from '~/features/site/optimize-example';
import { ensureChromium } from '../scripts/chromium.mjs';
import { startPayingServer } from './support/paying-server';
import { ADMIN } from './support/server';

const root = path.resolve(import.meta.dirname, '..');
const VIEWPORT = { width: 1120, height: 700 };

const { prompt, output } = OPTIMIZE_EXAMPLE.after;
const PROMPT = prompt.map((parts) => parts.map(({ text }) => text).join('')).join('\n\n');
const NEXT_PROMPT =
  'Now write the same lesson for fifteen-year-olds. Add one short experiment with a leaf and a glass of water.';
const [text, ...questions] = output;
const REPLY = `## Photosynthesis\n\n${text}\n\n### Check your understanding\n\n${questions.join('\n')}`;

const executablePath = await ensureChromium();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const paying = await startPayingServer({}, { replyText: () => REPLY });
fs.mkdirSync(path.join(root, 'public/images'), { recursive: true });

for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({ viewport: VIEWPORT, colorScheme, deviceScaleFactor: 1.5 });
  const page = await context.newPage();
  await openThread(page, paying.server.origin);
  const png = await page.screenshot({ animations: 'disabled' });
  fs.writeFileSync(path.join(root, `public/images/playground-${colorScheme}.webp`), await toWebp(page, png));
  if (colorScheme === 'light') fs.writeFileSync(path.join(root, 'docs/images/playground.png'), png);
  await context.close();
}
await browser.close();
await paying.close();

/** The AI page with one prompt and its reply. */
async function openThread(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login?returnTo=%2Fai`);
  await page.locator('input[name=email]').first().fill(ADMIN.email);
  await page.locator('input[name=password]').first().fill(ADMIN.password);
  await page.locator('form:has(input[name=password]) button[type=submit]').click();
  await page.getByRole('textbox', { name: 'Prompt' }).fill(PROMPT);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Edit prompt' }).waitFor();
  await page.getByRole('textbox', { name: 'Prompt' }).fill(NEXT_PROMPT);
  await page.getByText('at most', { exact: false }).first().waitFor();
}

/** A third of the size of the PNG. The browser can write it, so nothing else has to be installed. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const webp = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 });
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, png.toString('base64'));
  return Buffer.from(webp);
}
