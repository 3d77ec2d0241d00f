import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Environment, extensionOf, LOADABLE } from '@promptwell/baiql-lang';
import { UsageError } from '../command.js';

/** What the folder stands for in scripts. */
const INPUT_FOLDER = '/data/input/';

/** What is known about the folder that a script lies in. Where nothing but scripts lies there, it is nothing. */
export async function environmentBeside(script: string): Promise<Environment> {
  const folder = path.dirname(script);
  const listed = await listFiles(folder);
  return listed.every((file) => file.endsWith('.baiql')) ? {} : readEnvironment(folder, listed);
}

/**
 * What is known about a real folder that stands for `/data/input/`: its files, and the columns of its tables. Hidden
 * files are left out.
 * @throws UsageError when there is no such folder.
 */
export async function readEnvironment(
  folder: string,
  listed: readonly string[] | null = null,
): Promise<Environment> {
  const found = listed ?? (await listFiles(folder));
  const files = found.map((relative) => INPUT_FOLDER + relative.split(path.sep).join('/').normalize('NFC'));
  return { files, headers: await headersOf(folder, files.filter(isTable)) };
}

/** What reads tables is loaded when there is one. */
async function headersOf(
  folder: string,
  tables: readonly string[],
): Promise<Record<string, readonly string[]>> {
  if (tables.length === 0) return {};
  const { createColumnReader } = await import('@promptwell/baiql-runtime/columns');
  const reader = createColumnReader({ inputRoot: folder, outputRoot: folder });
  const headers: Record<string, readonly string[]> = {};
  try {
    for (const file of tables) {
      const columns = await reader.columnsOf(file);
      if (columns !== null && columns.length > 0) headers[file] = columns;
    }
  } finally {
    reader.close();
  }
  return headers;
}

const isTable = (file: string): boolean => LOADABLE.FILE.extensions.includes(extensionOf(file));

async function listFiles(folder: string): Promise<string[]> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`There is no folder ${folder}.`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter(
      (relative) => !relative.split(path.sep).some((part) => part.startsWith('.') || part === 'node_modules'),
    )
    .sort();
}
