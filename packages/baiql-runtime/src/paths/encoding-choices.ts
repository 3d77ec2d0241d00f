import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isWithin } from '@promptwell/baiql-lang/files';
import type { Area } from './area.js';
import { systemErrorCode } from './file-error.js';
import type { AreaFile } from './list-files.js';

type ChosenFor = Pick<AreaFile, 'path' | 'sizeBytes' | 'modifiedMs'>;
/** By virtual path. A file of another size or time has taken the place of the one that was chosen for. */
type Choices = Record<string, { encoding: string; sizeBytes: number; modifiedMs: number }>;

/** Beyond these the oldest are dropped, and their files are guessed again. */
const MAX_CHOICES = 1_000;

/** The encoding that a person chose for a file; undefined if none, or if the file was replaced since. */
export function chosenEncoding(area: Area, file: ChosenFor): string | undefined {
  const choice = readChoices(area)[file.path];
  const isSame = choice?.sizeBytes === file.sizeBytes && choice.modifiedMs === file.modifiedMs;
  return isSame ? choice.encoding : undefined;
}

/** Keeps a choice with the file; null forgets it. */
export function chooseEncoding(area: Area, file: ChosenFor, encoding: string | null): void {
  const choices = new Map(Object.entries(readChoices(area)));
  // The latest choice comes last.
  choices.delete(file.path);
  const { sizeBytes, modifiedMs } = file;
  if (encoding !== null) choices.set(file.path, { encoding, sizeBytes, modifiedMs });
  writeChoices(area, Object.fromEntries(choices));
}

/** Choices go with a file or folder that is renamed. */
export function moveEncodingChoices(area: Area, from: string, to: string): void {
  const choices = Object.entries(readChoices(area));
  if (!choices.some(([path]) => isOf(path, from))) return;
  const moved = choices.map(([path, choice]) => [
    isOf(path, from) ? to + path.slice(from.length) : path,
    choice,
  ]);
  writeChoices(area, Object.fromEntries(moved) as Choices);
}

const isOf = (path: string, entry: string): boolean => path === entry || isWithin(path, `${entry}/`);

function readChoices({ choicesFile }: Area): Choices {
  if (choicesFile === undefined) return {};
  try {
    return JSON.parse(readFileSync(choicesFile, 'utf8')) as Choices;
  } catch (error) {
    // A damaged file costs choices, which are asked for again.
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return {};
    throw error;
  }
}

/** Synchronous, so that two requests never write over each other's choice. */
function writeChoices({ choicesFile }: Area, choices: Choices): void {
  if (choicesFile === undefined) return;
  const last = Object.entries(choices).slice(-MAX_CHOICES);
  writeFileSync(`${choicesFile}.new`, JSON.stringify(Object.fromEntries(last)), { mode: 0o600 });
  renameSync(`${choicesFile}.new`, choicesFile);
}
