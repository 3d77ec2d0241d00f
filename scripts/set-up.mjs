// Sets up or builds a clone. A separate process that leads a group, so that npm, compilers and bundlers end with it. It
// ends when its parent does (scripts/prepare.mjs).
import path from 'node:path';
import { acquireLock } from './set-up-lock.mjs';
import { build, makeEverything, makePackages } from './set-up-steps.mjs';
import { root, StepError } from './steps.mjs';

const [task, part] = process.argv.slice(2);
const TASKS = {
  everything: () => makeEverything({ onPackages: () => process.send?.({ packages: true }) }),
  packages: makePackages,
  build: () => build(part),
};

process.on('disconnect', () => process.kill(0, 'SIGKILL'));
process.channel?.unref();

const releaseLock = await acquireLock(path.join(root, '.set-up.lock'), (pid) => {
  console.log(`Another set-up of this clone is running (process ${String(pid)}): waiting for it …`);
});
try {
  await TASKS[task]();
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  process.send?.({ fault: error.message });
  process.exitCode = 1;
} finally {
  releaseLock();
}
