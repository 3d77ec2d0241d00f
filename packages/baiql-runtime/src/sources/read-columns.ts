import { CsvError } from 'csv-parse';
import { extensionOf, FileError, listFiles, type Area, type AreaFile } from '../paths/index.js';
import { readBeginningOfTable } from './beginning.js';
import { openFileSource } from './open-source.js';
import { nameColumns } from './row.js';
import { SourceError } from './source-error.js';

/** Of JSON the whole file is read, so larger ones are not looked into. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024;

/** The first row of a workbook, read where it can do no harm; null when it cannot be read. */
export type ReadHeader = (file: { realPath: string; name: string }) => Promise<readonly string[] | null>;

/**
 * The columns that `LOAD … AS FILE` would find in a file, for checking a script while it is written: of a csv or tsv
 * only the beginning is read, whatever its size. Null when there is no such file, it is no table, or it is too large to
 * be looked into.
 */
export async function readColumns(
  area: Area,
  virtual: string,
  readHeader: ReadHeader,
): Promise<readonly string[] | null> {
  try {
    const [file, ...others] = await listFiles(area, virtual);
    if (file === undefined || others.length > 0) return null;
    const kind = extensionOf(file.name);
    if (kind === 'csv' || kind === 'tsv') return await columnsOfBeginning(file, kind);
    if (kind === 'xlsx') return await columnsOfSheet(file, readHeader);
    if (file.sizeBytes > MAX_WHOLE_BYTES) return null;
    const source = await openFileSource(area, virtual);
    await source.close();
    return source.columns;
  } catch (error) {
    if (error instanceof FileError || error instanceof SourceError || error instanceof CsvError) return null;
    throw error;
  }
}

async function columnsOfSheet(
  { realPath, name }: AreaFile,
  readHeader: ReadHeader,
): Promise<readonly string[] | null> {
  const header = await readHeader({ realPath, name });
  return header === null || header.length === 0 ? null : nameColumns(header);
}

async function columnsOfBeginning(file: AreaFile, kind: 'csv' | 'tsv'): Promise<readonly string[] | null> {
  const beginning = await readBeginningOfTable(file, kind, 1);
  return beginning?.records[0] === undefined ? null : nameColumns(beginning.records[0]);
}
