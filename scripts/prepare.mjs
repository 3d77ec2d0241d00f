// Brings a clone to where it can run: packages installed, database client generated, everything built.
// Each part is done only when its input changed.
import { generateClient } from './generate-client.mjs';
import { hashOf, once, run, StepError, tail } from './steps.mjs';

const OLDEST_NODE = [20, 19];

const SOURCES = [
  'app',
  'server',
  'packages',
  'prisma',
  'public',
  'vite.config.ts',
  'remix.config.js',
  'package.json',
  'package-lock.json',
];

/** `onBuilt` may begin when everything is there but SQLite, whose compiler may need another half a minute. */
export async function prepare({ onBuilt = () => {} } = {}) {
  checkNode();
  const packages = hashOf(['package.json', 'package-lock.json']);
  await once('node_modules/.promptwell-installed', packages, install);
  await Promise.all([
    once('node_modules/.promptwell-compiled', packages, compile),
    makeApplication().then(onBuilt),
  ]);
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

async function makeApplication() {
  await generateClient();
  await once('build/.promptwell-built', hashOf(SOURCES), build);
}

function checkNode() {
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

/**
 * The one script of a package that is needed, and only by an older Node (packages/better-sqlite3): it downloads
 * SQLite, or compiles it, which the build need not wait for. Optimized less, it compiles in half of the time: half a
 * minute. Its queries take a sixth longer; the ledger, which waits for the disk, is as quick as before.
 */
async function compile() {
  if (Number(process.versions.napi) >= 10) return;
  const env = { CFLAGS: '-O1', CXXFLAGS: '-O1' };
  const { status, output } = await run('npm', ['rebuild', 'better-sqlite3-12'], { env });
  if (status === 0) return;
  throw new StepError(
    `SQLite could neither be downloaded nor compiled for this version of Node.js:\n${tail(output)}\nUse Node.js 24, or install python3, make and a C++ compiler, and run the same command again.`,
  );
}

async function build() {
  console.log('Building …');
  const { status, output } = await run(process.execPath, ['scripts/build.mjs']);
  if (status !== 0) throw new StepError(`The build failed:\n${tail(output)}`);
}
