// Brings a clone to where it can run: packages installed, database client generated, everything built.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { exitOnStepError, root, StepError } from './steps.mjs';

/** `onPackages` may begin when only the application is missing, and SQLite, which an older Node may be compiling. */
export const prepare = ({ onPackages } = {}) => setUp(['everything'], onPackages);

/** What unit tests need: all but the application. */
export const preparePackages = () => setUp(['packages']);

/** The same as `prepare`; a failure that a person is meant to read ends the program with its sentence. */
export const prepareOrExit = () => prepare().catch(exitOnStepError);

/** Builds, whatever was built before. See buildSteps for the parts. */
export const buildOrExit = (part = 'all') => setUp(['build', part]).catch(exitOnStepError);

/**
 * In a process group of its own, which ends when its channel to this process closes. So nothing of it outlives this
 * process, even one that is killed.
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
    // nothing of it is left
  }
}
