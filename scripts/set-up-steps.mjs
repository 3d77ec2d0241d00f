// The steps of the set-up. A step is skipped if its input is unchanged and its result still exists.
import { clientStep } from './generate-client.mjs';
import { installStep } from './install-packages.mjs';
import { olderSqliteStep } from './older-sqlite.mjs';
import { filesOf, runIfStale, runStep } from './stamps.mjs';
import { StepError, tail } from './steps.mjs';

/**
 * With less optimization, SQLite compiles in half the time. Queries take a sixth longer; the ledger is disk-bound and
 * unaffected.
 */
const QUICK_COMPILER = { CFLAGS: '-O1', CXXFLAGS: '-O1' };

const SOURCES_OF_PACKAGES = ['packages', 'package.json', 'package-lock.json'];
const SOURCES = [
  'app',
  'server',
  'scripts/bundle-host.mjs',
  'scripts/check-node.cjs',
  'scripts/compress-assets.mjs',
  'prisma',
  'public',
  'vite.config.ts',
  'remix.config.js',
  ...SOURCES_OF_PACKAGES,
];

/** Outside build/, which Remix empties. */
const PACKAGES_STEP = {
  stamp: '.cache/set-up/packages',
  inputs: SOURCES_OF_PACKAGES,
  readResult: filesOf(
    ['text', 'baiql-lang', 'documents', 'ai-providers', 'baiql-runtime', 'baiql-cli'].map(
      (name) => `packages/${name}/dist`,
    ),
  ),
  work: () => {
    console.log('Building the packages …');
    return performBuild('packages');
  },
};
const CLIENT_AND_PACKAGES = [installStep, clientStep, PACKAGES_STEP];
const APP_STEP = {
  stamp: '.cache/set-up/application',
  inputs: SOURCES,
  readResult: filesOf(['build/client', 'build/server', 'build/host']),
  work: () => {
    console.log('Building the application …');
    return performBuild('app');
  },
};

/**
 * `onPackages` is called as soon as everything but the application is built. On older versions of Node, SQLite may
 * still be compiling.
 */
export const makeEverything = ({ onPackages }) =>
  besideSqlite(async () => {
    await makeInOrder(CLIENT_AND_PACKAGES);
    onPackages();
    await makeInOrder([APP_STEP]);
  });

export const makePackages = () => besideSqlite(() => makeInOrder(CLIENT_AND_PACKAGES));

async function besideSqlite(work) {
  const sqlite = olderSqliteStep(QUICK_COMPILER);
  const parts = await Promise.allSettled([work(), sqlite && runIfStale(sqlite)]);
  for (const { reason } of parts) if (reason) throw reason;
}

async function makeInOrder(steps) {
  for (const step of steps) await runIfStale(step);
}

/** Builds everything or a part, and writes the stamps, so that the next start has nothing to do. */
export async function build(part) {
  if (part !== 'all' && part !== 'packages' && part !== 'app') return performBuild(part);
  if (part === 'all') await runIfStale(clientStep);
  if (part !== 'app') await runStep(PACKAGES_STEP);
  if (part !== 'packages') await runStep(APP_STEP);
}

async function performBuild(part) {
  // Imported late, because it needs the installed packages.
  const { buildSteps } = await import('./build-steps.mjs');
  for (const { name, run } of buildSteps(part)) {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      throw new StepError(`The build of ${name} failed:\n${tail(error.message)}`);
    }
  }
}
