// `npm run soak:tests`: the tests that `npm test` leaves out, those with @soak in their names.
import { ensureChromium } from './chromium.mjs';
import { ensurePostgres } from './postgres-programs.mjs';
import { prepare } from './prepare.mjs';
import { bin, run } from './steps.mjs';

const prepared = prepare();
const [chromium] = await Promise.all([ensureChromium(prepared), prepared.then(ensurePostgres)]);
const env = { SOAK: 'on', ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
const server = await run(bin('vitest'), ['run'], { env, show: true });
const browser = await run(bin('playwright'), ['test', '--reporter=line'], { env, show: true });
process.exitCode = server.status || browser.status;
