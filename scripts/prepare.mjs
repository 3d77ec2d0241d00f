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

export async function prepare() {
  checkNode();
  await once('node_modules/.promptwell-installed', hashOf(['package.json', 'package-lock.json']), install);
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
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (status === 0) return;
  throw new StepError(
    `npm could not install the packages:\n${tail(output)}\nCheck the network, and run the same command again.`,
  );
}

async function build() {
  console.log('Building …');
  const { status, output } = await run(process.execPath, ['scripts/build.mjs']);
  if (status !== 0) throw new StepError(`The build failed:\n${tail(output)}`);
}
