// Brings a clone to where it can run: packages installed, database client generated, everything built.
// Each part is done only when its input changed.
import { generateClient } from './generate-client.mjs';
import { installOlderSqlite } from './older-sqlite.mjs';
import { hashOf, once, run, StepError, tail } from './steps.mjs';

const OLDEST_NODE = [20, 19];

/**
 * Optimized less, SQLite compiles in half of the time. Its queries take a sixth longer; the ledger, which waits for the
 * disk, is as quick as before.
 */
const QUICK_COMPILER = { CFLAGS: '-O1', CXXFLAGS: '-O1' };

const LOCKED = ['package.json', 'package-lock.json'];
const SOURCES_OF_PACKAGES = ['packages', ...LOCKED];
const SOURCES = [
  'app',
  'server',
  'prisma',
  'public',
  'vite.config.ts',
  'remix.config.js',
  ...SOURCES_OF_PACKAGES,
];

/** `onPackages` may begin when only the application is missing, and SQLite, which an older Node may be compiling. */
export async function prepare({ onPackages = () => {} } = {}) {
  checkMachine();
  const parts = await Promise.allSettled([makeApplication(onPackages), installOlderSqlite(QUICK_COMPILER)]);
  for (const { reason } of parts) if (reason) throw reason;
}

/** The same; a failure that a person is meant to read ends the program with its sentence. */
export async function prepareOrExit() {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function makeApplication(onPackages) {
  await once('node_modules/.promptwell-installed', hashOf(LOCKED), install);
  await generateClient();
  await once('build/.promptwell-packages', hashOf(SOURCES_OF_PACKAGES), () => build('packages'));
  onPackages();
  await once('build/.promptwell-built', hashOf(SOURCES), () => build('app'));
}

function checkMachine() {
  if (process.platform === 'win32') {
    throw new StepError(
      'Promptwell runs on Linux and macOS. On Windows, install WSL (“wsl --install”), clone Promptwell there, and run the same command.',
    );
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new StepError(
    `Promptwell needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.version}. Install the current LTS from nodejs.org and run the same command again.`,
  );
}

async function install() {
  console.log('Installing packages (a few minutes the first time) …');
  const { status, output } = await run('npm', [
    'ci',
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (status === 0) return;
  throw new StepError(
    `npm could not install the packages:\n${tail(output)}\nCheck the network, and run the same command again.`,
  );
}

async function build(part) {
  console.log(`Building the ${part === 'app' ? 'application' : part} …`);
  const { status, output } = await run(process.execPath, ['scripts/build.mjs', part]);
  if (status !== 0) throw new StepError(`The build failed:\n${tail(output)}`);
}
