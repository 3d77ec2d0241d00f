import { isPattern } from '@promptwell/baiql-lang/files';
import { type ReadingOptions, sourceDeps } from '../batch/batch-sources.js';
import { TransactionError } from '../interpreter/script-error.js';
import { FileError, listFiles, toVirtualPath, type Area, type AreaFile } from '../paths/index.js';
import type { MainCalls } from '../worker/protocol.js';
import type { PreparedBatch } from './prepare-batch.js';

/** Reads one file for `GET … FROM FILE`, by its path below PATH_IN. */
export function namedFileReader(
  main: Pick<MainCalls, 'readText'>,
  area: Area,
  { batch, facts }: Pick<PreparedBatch, 'batch' | 'facts'>,
  options: ReadingOptions = {},
): (path: string) => Promise<string> {
  const tools = sourceDeps(main, area, options);
  const how = batch.loads[0] ?? { ocr: { ifEmpty: false, languages: ['eng'] } };
  return async (path) => tools.readText(await findFile(area, path, facts.pathIn), how);
}

async function findFile(area: Area, path: string, pathIn: string): Promise<AreaFile> {
  try {
    const virtual = toVirtualPath(path, pathIn);
    const files = await listFiles(area, virtual);
    const [file] = files;
    // If a cell is empty, `contracts/{NEW}` is a folder; its only file is not the intended one.
    const isFolder = !isPattern(virtual) && file?.path !== virtual;
    if (file !== undefined && files.length === 1 && !isFolder) return file;
    const what = isFolder ? 'a folder' : files.length;
    throw new TransactionError(`GET … FROM FILE takes one file, and ${path} is ${what}.`);
  } catch (error) {
    if (error instanceof FileError) throw new TransactionError(error.message);
    throw error;
  }
}
