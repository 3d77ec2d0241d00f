// A stamp records that a step was done: for which input, and what it left. Input or result differ: it is done again.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, StepError } from './steps.mjs';

const NEITHER_INPUT = new Set(['node_modules', 'dist', 'build', 'data']);

/**
 * @typedef {object} Step
 * @property {string} stamp File of the stamp.
 * @property {string[]} inputs Files and folders that decide the result.
 * @property {() => string} readResult A description of what the step left; throws a StepError if it isn't whole.
 * @property {() => Promise<void>} work
 */

/** Does the step unless its stamp says that it was done for this input, and its result is still there. */
export async function once(step) {
  if (!isDone(step)) await perform(step);
}

/** @param {Step} step */
export function isDone({ stamp, inputs, readResult }) {
  const file = path.join(root, stamp);
  if (!fs.existsSync(file)) return false;
  try {
    return fs.readFileSync(file, 'utf8') === stampText(hashOf(inputs), readResult());
  } catch (error) {
    if (error instanceof StepError) return false;
    throw error;
  }
}

/** The stamp goes before the work and returns after the result was checked. @param {Step} step */
export async function perform({ stamp, inputs, readResult, work }) {
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

/** A hash over the version of Node.js and the content of files and folders; missing ones count as empty. */
export function hashOf(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const relative of paths) {
    for (const file of filesIn(path.join(root, relative), NEITHER_INPUT)) {
      hash.update(path.relative(root, file)).update(fs.readFileSync(file));
    }
  }
  return hash.digest('hex');
}

/** Reads the names and sizes of all files in folders; each folder must have some. */
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
