// `npm run soak:browser`: the browser tests marked @soak. Each repeats what a test of `npm test` promises, in more variety:
// every page at every size for everyone, and whole journeys looked at on each screen.
import { ensureChromium } from './chromium.mjs';
import { prepare } from './prepare.mjs';
import { bin, run } from './steps.mjs';

const prepared = prepare();
const [chromium] = await Promise.all([ensureChromium(prepared), prepared]);
const { status } = await run(bin('playwright'), ['test', ...process.argv.slice(2)], {
  env: { SOAK: 'on', ...(chromium && { CHROMIUM_PATH: chromium }) },
  show: true,
});
process.exitCode = status;
