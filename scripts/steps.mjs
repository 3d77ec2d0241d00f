// Small helpers shared by the scripts: run a child with its output kept aside, stamp what was done.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
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

/** A hash over the content of files and folders; missing ones count as empty. */
export function hashOf(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const relative of paths) add(path.join(root, relative));
  return hash.digest('hex');

  function add(file) {
    const info = fs.statSync(file, { throwIfNoEntry: false });
    if (!info) return;
    if (info.isDirectory()) {
      for (const name of fs.readdirSync(file).sort()) {
        if (!['node_modules', 'dist', 'build', 'data'].includes(name)) add(path.join(file, name));
      }
    } else {
      hash.update(path.relative(root, file)).update(fs.readFileSync(file));
    }
  }
}

/** Does the work unless the stamp says that it was done for exactly this input. */
export async function once(stampFile, input, work) {
  const file = path.join(root, stampFile);
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === input) return;
  fs.rmSync(file, { force: true });
  await work();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, input);
}

/** The end of a long output, after its first lines: npm names the fault first and explains itself afterwards. */
export function tail(text) {
  const lines = text.trim().split('\n');
  return lines.length <= 30 ? lines.join('\n') : [...lines.slice(0, 10), '…', ...lines.slice(-20)].join('\n');
}
