// SQLite for a Node.js that can't load today's version of it (docs/decisions/0052). It is downloaded, or compiled, which
// takes a core for half a minute or more. As an installation of its own it needs no other, and goes on beside it.
import { filesOf } from './stamps.mjs';
import { run, StepError, tail } from './steps.mjs';

const FOLDER = 'packages/better-sqlite3/older-node';

/** The first three were perhaps said to the npm that runs this, and are not meant for the one that it runs. */
const OPTIONS = [
  '--ignore-scripts=false',
  '--package-lock-only=false',
  '--dry-run=false',
  '--loglevel=error',
];

/** Undefined where Node loads today's version. `env` goes to the compiler. */
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
