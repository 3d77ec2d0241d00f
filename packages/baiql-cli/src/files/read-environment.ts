import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  DEFAULT_PATH_IN,
  DEFAULT_PATH_OUT,
  encodingNamedFor,
  type Environment,
  extensionOf,
  LOADABLE,
} from '@promptwell/baiql-lang';
import { UsageError } from '../command.js';

/** A script may be in someone's home folder; beyond these numbers of files or tables, they are ignored. */
const MAX_FILES = 5_000;
const MAX_TABLES = 200;

/** The environment of a script's folder; empty if it contains only scripts. */
export async function environmentOfFolder(script: string, out: string): Promise<Environment> {
  const folder = path.dirname(script);
  const listed = await listFiles(folder);
  return listed.every((file) => file.endsWith('.baiql')) ? {} : environmentOf(folder, listed, out);
}

/**
 * The environment in the real folders mapped to `/data/input/` and `/data/output/`: their files, and the columns of
 * their tables. Hidden files are excluded. A folder with very many files counts as unknown; the output folder may not
 * exist yet.
 * @throws UsageError if there is no folder for `/data/input/`.
 */
export async function readEnvironment(folder: string, out: string): Promise<Environment> {
  return environmentOf(folder, await listFiles(folder), out);
}

async function environmentOf(folder: string, listed: readonly string[], out: string): Promise<Environment> {
  const written = (await isFolder(out)) ? await listFiles(out) : [];
  // Both the tables and their columns are unknown.
  if (listed.length > MAX_FILES || written.length > MAX_FILES) return { headers: {} };
  const files = [...pathsOf(DEFAULT_PATH_IN, listed), ...pathsOf(DEFAULT_PATH_OUT, written)];
  const tables = files.filter(isOf('FILE'));
  // Tables first: a folder may hold hundreds of essays.
  const texts = files.filter((file) => isOf('LINES')(file) && !isOf('FILE')(file));
  const area = { inputRoot: folder, outputRoot: out };
  return {
    files,
    ...(tables.length > MAX_TABLES
      ? { headers: {} }
      : await factsOf(
          area,
          [...tables, ...texts].slice(0, MAX_TABLES).map((file) => ({ file })),
        )),
  };
}

/**
 * The environment with the script's own readings: the tables whose LOAD names an ENCODING are read again with it.
 */
export async function withNamedEncodings(
  environment: Environment,
  folders: { folder: string; out: string },
  script: string,
): Promise<Environment> {
  const tables = Object.keys(environment.headers ?? {}).flatMap((file) => {
    const encoding = encodingNamedFor(script, file);
    return encoding === undefined ? [] : [{ file, encoding }];
  });
  if (tables.length === 0) return environment;
  const facts = await factsOf({ inputRoot: folders.folder, outputRoot: folders.out }, tables);
  return {
    ...environment,
    headers: { ...environment.headers, ...facts.headers },
    firstRows: { ...environment.firstRows, ...facts.firstRows },
    unvarying: { ...environment.unvarying, ...facts.unvarying },
  };
}

const pathsOf = (root: string, listed: readonly string[]): string[] =>
  listed.map((relative) => root + relative.split(path.sep).join('/').normalize('NFC'));

/** The table reader is loaded on demand. */
async function factsOf(
  area: { inputRoot: string; outputRoot: string },
  tables: readonly { file: string; encoding?: string }[],
): Promise<Environment> {
  if (tables.length === 0) return { headers: {} };
  const { collectTableFacts, createColumnReader } = await import('@promptwell/baiql-runtime/columns');
  const reader = createColumnReader(area);
  const encodings = new Map(tables.map(({ file, encoding }) => [file, encoding]));
  try {
    return await collectTableFacts(encodings.keys(), (file) => reader.startOf(file, encodings.get(file)));
  } finally {
    reader.close();
  }
}

const isOf =
  (type: 'FILE' | 'LINES') =>
  (file: string): boolean =>
    LOADABLE[type].extensions.includes(extensionOf(file));

/** Sorted paths below the folder, up to MAX_FILES + 1 to signal that there are more. */
async function listFiles(folder: string): Promise<string[]> {
  if (!(await isFolder(folder))) throw new UsageError(`There is no folder ${folder}.`);
  const files: string[] = [];
  const waiting = [''];
  for (const below of waiting) {
    for (const entry of await entriesOf(path.join(folder, below))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const relative = path.join(below, entry.name);
      if (entry.isDirectory()) waiting.push(relative);
      else if (entry.isFile()) files.push(relative);
    }
    if (files.length > MAX_FILES) return files.slice(0, MAX_FILES + 1);
  }
  return files.sort();
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** An unreadable folder, or one removed in the meantime, counts as empty. */
const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);
