import { defineConfig } from '@playwright/test';

process.env.QUICK_SERVERS = 'on';

export default defineConfig({
  testDir: 'tests/e2e',
  // What takes long for what it may find is left to `npm run soak:tests` (docs/decisions/0057).
  ...(process.env.SOAK ? { grep: /@soak/ } : { grepInvert: /@soak/ }),
  outputDir: 'build/test-results',
  // Tests wait for servers and drawing: two of them leave part of two cores idle.
  workers: 3,
  fullyParallel: false,
  // Only what hangs should end by them, also where other work takes most of the machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    // `--trace on` when a test wants looking into: a trace of every test costs more than the tests.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'UTC',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A name of this machine that browsers don't trust as they trust localhost: as on a home network, without https.
        '--host-resolver-rules=MAP promptwell.lan 127.0.0.1',
      ],
    },
  },
});
