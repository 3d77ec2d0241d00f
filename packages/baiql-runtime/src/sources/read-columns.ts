import type { SheetRows, TextReading, UnvaryingColumns } from '@promptwell/baiql-lang';
import { LOADABLE } from '@promptwell/baiql-lang/files';
import type { WorkbookStart } from '@promptwell/documents';
import { CsvError } from 'csv-parse';
import {
  chosenEncoding,
  extensionOf,
  FileError,
  listFiles,
  type Area,
  type AreaFile,
} from '../paths/index.js';
import { findReadings } from './doubtful-encodings.js';
import { readBeginningOfTable, readFirstRows } from './beginning.js';
import { findUnvarying } from './find-unvarying.js';
import { openFileSource } from './open-source.js';
import { nameColumns } from './row.js';
import { SourceError } from './source-error.js';
import { encodingOf } from './text-file.js';

/** JSON is read completely, so larger files are skipped. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024;
const MAX_WORKBOOK_BYTES = 1024 * 1024;

/** How a workbook begins, read where it can do no harm; null when it cannot be read. */
export type ReadHeader = (file: { realPath: string; name: string }) => Promise<WorkbookStart | null>;

/**
 * What a check knows of a table: its columns, and the first rows, one of which HEADER may name. A text that is no table
 * has no columns.
 */
export interface TableStart {
  readonly columns: readonly string[];
  readonly firstRows: readonly (readonly string[])[];
  /** Columns with one value in every row; null: there are none, or it wasn't looked into. */
  readonly unvarying: UnvaryingColumns | null;
  /** Its workbook's visible sheets; empty where there is one. */
  readonly sheets: readonly SheetRows[];
  /** Its likely readings, where there are several. */
  readonly readings: readonly TextReading[];
}

/**
 * How a table begins, as `LOAD … AS FILE` would find it in a file, for checking a script while it is written: of a csv or tsv
 * only the beginning is read, whatever its size. Null when there is no such file, it is no table, or it is too large to
 * be looked into.
 */
export async function readColumns(
  area: Area,
  virtual: string,
  readHeader: ReadHeader,
  writtenIn?: string,
): Promise<TableStart | null> {
  try {
    const [file, ...others] = await listFiles(area, virtual);
    if (file === undefined || others.length > 0) return null;
    const encoding = writtenIn === undefined ? chosenEncoding(area, file) : encodingOf(writtenIn);
    const table = { area, file, virtual, encoding };
    const readings = writtenIn === undefined ? await findReadings(area, file) : [];
    const start = isTable(file.name) ? await startOf(table, readHeader) : NO_TABLE;
    if (start === null) return null;
    const unvarying = start.columns.length === 0 ? null : await unvaryingOf(table);
    return { ...start, unvarying, readings };
  } catch (error) {
    if (error instanceof FileError || error instanceof SourceError || error instanceof CsvError) return null;
    throw error;
  }
}

type Start = Omit<TableStart, 'unvarying' | 'readings'>;

const NO_TABLE: Start = { columns: [], firstRows: [], sheets: [] };

const isTable = (name: string): boolean => LOADABLE.FILE.extensions.includes(extensionOf(name));

/** Read in the reader's process. */
const WORKBOOKS: ReadonlySet<string> = new Set(['xlsx', 'ods']);

interface TableFile {
  readonly area: Area;
  readonly file: AreaFile;
  readonly virtual: string;
  /** As the script or a person says; undefined: found out. */
  readonly encoding: string | undefined;
}

async function startOf(
  { area, file, virtual, encoding }: TableFile,
  readHeader: ReadHeader,
): Promise<Start | null> {
  const kind = extensionOf(file.name);
  if (kind === 'csv' || kind === 'tsv') return columnsOfBeginning(file, kind, encoding);
  if (WORKBOOKS.has(kind)) return columnsOfSheet(file, readHeader);
  if (file.sizeBytes > MAX_WHOLE_BYTES) return null;
  const source = await openFileSource(area, virtual, undefined, { encoding });
  await source.close();
  return { columns: source.columns, firstRows: [], sheets: [] };
}

/** In most tables every column varies within them. */
const FEW_ROWS = 20;

/** Whether the first rows of a csv or tsv show that no column has one value, so that it needn't be read whole. */
async function variesAtOnce({ file, encoding }: TableFile): Promise<boolean> {
  const kind = extensionOf(file.name);
  if (kind !== 'csv' && kind !== 'tsv') return false;
  const beginning = await readBeginningOfTable(file, kind, FEW_ROWS, encoding);
  const [header, first, ...others] = beginning?.records ?? [];
  if (header === undefined || first === undefined) return false;
  return header.every((_, column) => {
    const value = (first[column] ?? '').trim();
    return others.some((row) => (row[column] ?? '').trim() !== value);
  });
}

/** Workbooks are read whole to be opened, so only small ones are looked into. */
async function unvaryingOf(table: TableFile): Promise<UnvaryingColumns | null> {
  const { area, file, virtual, encoding } = table;
  const maxBytes = WORKBOOKS.has(extensionOf(file.name)) ? MAX_WORKBOOK_BYTES : MAX_WHOLE_BYTES;
  if (file.sizeBytes > maxBytes) return null;
  try {
    if (await variesAtOnce(table)) return null;
    const source = await openFileSource(area, virtual, undefined, { encoding });
    try {
      return await findUnvarying(source);
    } finally {
      await source.close();
    }
  } catch (error) {
    // The columns are known all the same.
    if (error instanceof FileError || error instanceof SourceError || error instanceof CsvError) return null;
    throw error;
  }
}

async function columnsOfSheet({ realPath, name }: AreaFile, readHeader: ReadHeader): Promise<Start | null> {
  const start = await readHeader({ realPath, name });
  if (start?.header == null || start.header.length === 0) return null;
  const sheets = start.sheets.map((sheet) => ({ ...sheet, header: nameColumns(sheet.header ?? []) }));
  return { columns: nameColumns(start.header), firstRows: start.firstRows, sheets };
}

async function columnsOfBeginning(
  file: AreaFile,
  kind: 'csv' | 'tsv',
  encoding: string | undefined,
): Promise<Start | null> {
  const beginning = await readBeginningOfTable(file, kind, 1, encoding);
  if (beginning?.records[0] === undefined) return null;
  const firstRows = await readFirstRows(file, kind, encoding);
  return { columns: nameColumns(beginning.records[0]), firstRows, sheets: [] };
}
