// SQLite for versions of Node.js that can't load the current one (docs/decisions/0052). It is downloaded, or compiled,
// which takes half a minute or more. As a separate installation it runs in parallel with the others.
import { filesOf } from './stamps.mjs';
import { run, StepError, tail } from './steps.mjs';

const FOLDER = 'packages/better-sqlite3/older-node';

/** The first three override options inherited from the npm that runs this script. */
const OPTIONS = [
  '--ignore-scripts=false',
  '--package-lock-only=false',
  '--dry-run=false',
  '--loglevel=error',
];

/** Undefined if Node can load the current version. `env` is passed to the compiler. */
export function olderSqliteStep(env = {}) {
  if (Number(process.versions.napi) >= 10) return undefined;
  return {
    stamp: `${FOLDER}/node_modules/.promptwell-installed`,
    inputs: [`${FOLDER}/package.json`, `${FOLDER}/package-lock.json`],
    readResult: filesOf([
      `${FOLDER}/node_modules/better-sqlite3/lib`,
      `${FOLDER}/node_modules/better-sqlite3/build/Release/better_sqlite3.node`,
    ]),
    work: async () => {
      const { status, output } = await run('npm', ['ci', '--prefix', FOLDER, ...OPTIONS], { env });
      if (status === 0) return;
      throw new StepError(
        `SQLite could neither be downloaded nor compiled for this version of Node.js:\n${tail(output)}\nUse Node.js 24, or install python3, make and a C++ compiler, and run the same command again.`,
      );
    },
  };
}
