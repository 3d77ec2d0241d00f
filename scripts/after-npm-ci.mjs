// At the end of `npm ci` and `npm install`: SQLite for an older Node.js, and the stamp that spares `npm start` an
// installation of its own.
import { installStep } from './install-packages.mjs';
import { olderSqliteStep } from './older-sqlite.mjs';
import { once, perform } from './stamps.mjs';
import { exitOnStepError, StepError } from './steps.mjs';

const sqlite = olderSqliteStep();
if (sqlite) await once(sqlite).catch(exitOnStepError);
try {
  await perform({ ...installStep, work: () => Promise.resolve() });
} catch (error) {
  // Without what a build needs, as in an image: `npm start` installs it when it is called.
  if (!(error instanceof StepError)) throw error;
}
