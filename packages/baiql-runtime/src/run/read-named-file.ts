import { sourceTools } from '../batch/batch-sources.js';
import { TransactionError } from '../interpreter/script-error.js';
import { FileError, listFiles, toVirtualPath, type Area } from '../paths/index.js';
import type { MainCalls } from '../worker/protocol.js';
import type { PreparedBatch } from './prepare-batch.js';

/** What `GET … FROM FILE` reads: the text of one file, named by its path below PATH_IN. */
export function namedFileReader(
  main: Pick<MainCalls, 'readText'>,
  area: Area,
  { batch, facts }: Pick<PreparedBatch, 'batch' | 'facts'>,
): (path: string) => Promise<string> {
  const tools = sourceTools(main, area);
  const ocr = batch.loads[0]?.ocr ?? { ifEmpty: false, languages: ['eng'] };
  return async (path) => {
    const files = await findFiles(area, path, facts.pathIn);
    const [file] = files;
    if (file === undefined || files.length > 1) {
      throw new TransactionError(`GET … FROM FILE takes one file, and ${path} is ${files.length}.`);
    }
    return tools.readText(file, ocr);
  };
}

async function findFiles(area: Area, path: string, pathIn: string) {
  try {
    return await listFiles(area, toVirtualPath(path, pathIn));
  } catch (error) {
    if (error instanceof FileError) throw new TransactionError(error.message);
    throw error;
  }
}
