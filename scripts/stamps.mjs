// Stamps record that a step was done, for which input and with which result. If either differs, the step runs again.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, StepError } from './steps.mjs';

const NEITHER_INPUT = new Set(['node_modules', 'dist', 'build', 'data']);

/**
 * @typedef {object} Step
 * @property {string} stamp Path of the stamp file.
 * @property {string[]} inputs Files and folders that the result depends on.
 * @property {() => string} readResult Describes the result; throws a StepError if it is incomplete.
 * @property {() => Promise<void>} work
 */

/** Runs the step unless its stamp matches the input and the existing result. */
export async function runIfStale(step) {
  if (!isUpToDate(step)) await runStep(step);
}

/** @param {Step} step */
export function isUpToDate({ stamp, inputs, readResult }) {
  const file = path.join(root, stamp);
  if (!fs.existsSync(file)) return false;
  try {
    return fs.readFileSync(file, 'utf8') === stampText(hashOf(inputs), readResult());
  } catch (error) {
    if (error instanceof StepError) return false;
    throw error;
  }
}

/**
 * Removes the stamp before the work and writes it once the result is checked.
 * @param {Step} step
 */
export async function runStep({ stamp, inputs, readResult, work }) {
  const file = path.join(root, stamp);
  const input = hashOf(inputs);
  fs.rmSync(file, { force: true });
  await work();
  const text = stampText(input, readResult());
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}

const stampText = (input, result) => JSON.stringify({ input, result: hashText(result) });
const hashText = (text) => createHash('sha256').update(text).digest('hex');

/** Hash of the version of Node.js and the content of files and folders. Missing ones count as empty. */
export function hashOf(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const relative of paths) {
    for (const file of filesIn(path.join(root, relative), NEITHER_INPUT)) {
      hash.update(path.relative(root, file)).update(fs.readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** Lists the names and sizes of all files in the folders. A folder without any is an error. */
export const filesOf = (folders) => () =>
  folders
    .flatMap((folder) => {
      const files = filesIn(path.join(root, folder), new Set());
      if (files.length === 0) throw new StepError(`${folder} is missing.`);
      return files.map((file) => `${file} ${String(fs.statSync(file).size)}`);
    })
    .join('\n');

function filesIn(file, isLeftOut) {
  const info = fs.statSync(file, { throwIfNoEntry: false });
  if (!info) return [];
  if (!info.isDirectory()) return [file];
  return fs
    .readdirSync(file)
    .sort()
    .filter((name) => !isLeftOut.has(name))
    .flatMap((name) => filesIn(path.join(file, name), isLeftOut));
}
