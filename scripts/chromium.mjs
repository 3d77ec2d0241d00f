// Finds a Chromium or Chrome for the browser tests, or installs one.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { bin, run, StepError } from './steps.mjs';

/** The headless shell draws no window, which saves half of the work. */
const DEBIAN = ['chromium-headless-shell', 'chromium'];
const NAMES = [...DEBIAN, 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The browser's path; undefined means Playwright's own. Debian's can be installed while npm is still installing; only
 * Playwright's needs the packages.
 */
export async function ensureChromium(packages = Promise.resolve()) {
  const found = installed();
  if (found) return found;
  console.log('Installing a browser for the tests …');
  if (process.getuid?.() === 0 && fs.existsSync('/etc/debian_version')) {
    const update = await run('apt-get', ['update']);
    for (const name of update.status === 0 ? DEBIAN : []) {
      await run('apt-get', ['install', '-y', '--no-install-recommends', name], {
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      });
      const debian = installed();
      if (debian) return debian;
    }
  }
  await packages;
  const { status, output } = await run(bin('playwright'), ['install', 'chromium']);
  if (status === 0) return undefined;
  throw new StepError(
    `No Chromium or Chrome was found, and none could be installed:\n${output.trim().split('\n').slice(-5).join('\n')}\nInstall one (Debian: apt-get install chromium) or set CHROMIUM_PATH, and run npm test again.`,
  );
}

function installed() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (fs.existsSync(MAC)) return MAC;
  for (const name of NAMES) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // try the next name
    }
  }
  return undefined;
}
