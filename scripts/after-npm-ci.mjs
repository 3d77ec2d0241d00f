// Runs after `npm ci` and `npm install`: installs SQLite for older versions of Node.js, and writes the stamp that tells
// `npm start` that packages are installed.
import { installStep } from './install-packages.mjs';
import { olderSqliteStep } from './older-sqlite.mjs';
import { runIfStale, runStep } from './stamps.mjs';
import { exitOnStepError, StepError } from './steps.mjs';

const sqlite = olderSqliteStep();
if (sqlite) await runIfStale(sqlite).catch(exitOnStepError);
try {
  await runStep({ ...installStep, work: () => Promise.resolve() });
} catch (error) {
  // No compiler, as in an image. `npm start` installs SQLite when it runs.
  if (!(error instanceof StepError)) throw error;
}
