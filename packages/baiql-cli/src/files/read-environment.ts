import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '@promptwell/baiql-lang';
import { UsageError } from '../command.js';
import { keysOfJson } from './json-keys.js';
import { readHeader } from './csv-header.js';

/** What the folder stands for in scripts. */
const INPUT_FOLDER = '/data/input/';
const BEGINNING_BYTES = 64 * 1024;

/** JSON has to be read as a whole, so larger files are not looked into. */
const MOST_JSON_BYTES = 8 * 1024 * 1024;

/** What is known about the folder that a script lies in. Where nothing but scripts lies there, it is nothing. */
export async function environmentBeside(script: string): Promise<Environment> {
  const folder = path.dirname(script);
  const listed = await listFiles(folder);
  return listed.every((file) => file.endsWith('.baiql')) ? {} : readEnvironment(folder, listed);
}

/**
 * What is known about a real folder that stands for `/data/input/`: its files, and the column headers of its csv, tsv,
 * json and jsonl files. Hidden files are left out.
 * @throws UsageError when there is no such folder.
 */
export async function readEnvironment(
  folder: string,
  listed: readonly string[] | null = null,
): Promise<Environment> {
  const files: string[] = [];
  const headers: Record<string, readonly string[]> = {};
  for (const relative of listed ?? (await listFiles(folder))) {
    const whole = INPUT_FOLDER + relative.split(path.sep).join('/').normalize('NFC');
    files.push(whole);
    const kind = path.extname(relative).toLowerCase();
    const header = await headerOf(path.join(folder, relative), kind);
    if (header.length > 0) headers[whole] = header;
  }
  return { files, headers };
}

const TABLES: ReadonlySet<string> = new Set(['.csv', '.tsv', '.json', '.jsonl']);

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

async function headerOf(file: string, kind: string): Promise<string[]> {
  if (!TABLES.has(kind)) return [];
  const handle = await open(file);
  try {
    if (kind === '.json' || kind === '.jsonl') {
      const isSmall = (await handle.stat()).size <= MOST_JSON_BYTES;
      return isSmall ? keysOfJson(await handle.readFile('utf8'), kind) : [];
    }
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    return readHeader(buffer.subarray(0, bytesRead), kind === '.tsv' ? '\t' : null);
  } finally {
    await handle.close();
  }
}
