// Small helpers shared by the scripts: run a child with its output kept aside, and tell a person what failed.
import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** A failure that a person is meant to read: one sentence, and what to do. */
export class StepError extends Error {}

/** Runs a program; its output is kept and shown only when it fails (or at once, with `show`). */
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

/** Path of a program that an npm package brings. */
export const bin = (name) => path.join(root, 'node_modules', '.bin', name);

/** A failure that a person is meant to read ends the program with its sentence. */
export function exitOnStepError(error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** The end of a long output, after its first lines: npm names the fault first and explains itself afterwards. */
export function tail(text) {
  const lines = text.trim().split('\n');
  return lines.length <= 30 ? lines.join('\n') : [...lines.slice(0, 10), '…', ...lines.slice(-20)].join('\n');
}
