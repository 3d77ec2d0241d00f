// Prepares a clone to run: installs packages, generates the database client, and builds everything.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { exitOnStepError, root, StepError } from './steps.mjs';

/**
 * `onPackages` is called as soon as everything but the application is built. On older versions of Node, SQLite may
 * still be compiling.
 */
export const prepare = ({ onPackages } = {}) => setUp(['everything'], onPackages);

/** Prepares what unit tests need: everything but the application. */
export const preparePackages = () => setUp(['packages']);

/** Like `prepare`, but prints a StepError's message and exits. */
export const prepareOrExit = () => prepare().catch(exitOnStepError);

/** Builds even if nothing changed. See buildSteps for the parts. */
export const buildOrExit = (part = 'all') => setUp(['build', part]).catch(exitOnStepError);

/**
 * Runs the set-up in its own process group, which ends when its channel to this process closes, so nothing outlives
 * this process even if it is killed.
 */
function setUp(args, onPackages = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'set-up.mjs'), ...args], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let fault = 'The set-up failed.';
    child.on('message', (message) => {
      if (message.packages) onPackages();
      else fault = message.fault;
    });
    child.on('error', reject);
    child.on('close', (status, signal) => {
      if (status === 0) return resolve();
      if (signal === null) return reject(new StepError(fault));
      endGroup(child.pid);
      reject(
        new StepError(
          `The set-up was ended by ${signal}. If the machine was out of memory, give it 2 GB. Then run the same command again.`,
        ),
      );
    });
  });
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // the group has already ended
  }
}
