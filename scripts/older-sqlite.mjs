// SQLite for a Node.js that can't load today's version of it (docs/decisions/0052). It is downloaded, or compiled, which
// takes a core for half a minute or more. As an installation of its own it needs no other, and goes on beside it.
// `npm ci` without `--ignore-scripts` runs it at its end.
import { hashOf, once, run, StepError, tail } from './steps.mjs';

const FOLDER = 'packages/better-sqlite3/older-node';

/** The first three were perhaps said to the npm that runs this, and are not meant for the one that it runs. */
const OPTIONS = [
  '--ignore-scripts=false',
  '--package-lock-only=false',
  '--dry-run=false',
  '--loglevel=error',
];

/** Nothing to do where Node loads today's version. `env` goes to the compiler. */
export async function installOlderSqlite(env = {}) {
  if (Number(process.versions.napi) >= 10) return;
  await once(`${FOLDER}/node_modules/.promptwell-installed`, hashOf([FOLDER]), async () => {
    const { status, output } = await run('npm', ['ci', '--prefix', FOLDER, ...OPTIONS], { env });
    if (status === 0) return;
    throw new StepError(
      `SQLite could neither be downloaded nor compiled for this version of Node.js:\n${tail(output)}\nUse Node.js 24, or install python3, make and a C++ compiler, and run the same command again.`,
    );
  });
}

if (process.env.npm_lifecycle_event === 'postinstall') {
  await installOlderSqlite().catch((error) => {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  });
}
