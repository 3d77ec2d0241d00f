// Helpers of the scripts: running child processes and reporting failures.
import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** A failure with a message for the user: what is wrong and what to do. */
export class StepError extends Error {}

/** Runs a program. Its output is captured, or shown directly with `show`. */
export function run(command, args, { env = {}, show = false, timeoutMs = 30 * 60_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-200_000);
      });
    }
    const timer = setTimeout(() => {
      output += `\nended after ${timeoutMs / 1000} s`;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ status: 127, output: String(error) });
    });
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status: status ?? 1, output });
    });
  });
}

/** Path of an npm package's executable. */
export const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** Prints a StepError's message and exits; throws other errors. */
export function exitOnStepError(error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** Shortens long output to its first 10 and last 20 lines: npm names the error first and explains it afterwards. */
export function tail(text) {
  const lines = text.trim().split('\n');
  return lines.length <= 30 ? lines.join('\n') : [...lines.slice(0, 10), '…', ...lines.slice(-20)].join('\n');
}
