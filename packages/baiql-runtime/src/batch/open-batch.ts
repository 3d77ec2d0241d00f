import type { PlanBatch, PlanLoad } from '@promptwell/baiql-lang';
import type { Reference } from '../host.js';
import { TransactionError } from '../interpreter/script-error.js';
import { NO_INPUT } from '../interpreter/transaction-input.js';
import { FileError, toVirtualPath } from '../paths/index.js';
import {
  chooseRows,
  encodingOf,
  keyColumn,
  openDocument,
  openFileItems,
  openFileSource,
  openLinesSource,
  SourceError,
  type FileItems,
  type Fingerprint,
  type OpenedRows,
} from '../sources/index.js';
import type { BatchSources, SourceDeps } from './batch-sources.js';
import { fileTransactions, rowTransactions } from './transactions.js';

/** Fills the texts of a batch's declarations. Only names that are constant for the whole batch have values. */
export type FillText = (text: PlanBatch['pathIn']) => string;

export interface OpenedLoad {
  readonly load: PlanLoad;
  readonly match: string | null;
  /** The encoding of its texts, where the script names one. */
  readonly writtenIn: string | undefined;
  readonly rows: OpenedRows | null;
  readonly files: FileItems | null;
  readonly reference: Reference | null;
  readonly fingerprint: Fingerprint;
  readonly name: string;
}

/** True if the body reads the text of files, so it must be loaded. */
export interface TextNeeds {
  readonly input: boolean;
  readonly inputText: boolean;
  /** Of the second file of a pair. */
  readonly inputText2: boolean;
}

/**
 * Opens all sources of a batch and forms its transactions.
 * @throws FileError, SourceError, TransactionError: user-facing messages, which end the run.
 */
export async function openBatch(
  tools: SourceDeps,
  batch: PlanBatch,
  fill: FillText,
  needs: TextNeeds,
): Promise<BatchSources> {
  const pathIn = toVirtualPath(fill(batch.pathIn));
  const opened: OpenedLoad[] = [];
  const close = async (): Promise<void> => {
    for (const { rows } of opened) await rows?.close();
  };
  try {
    for (const load of batch.loads)
      opened.push(await openAt(load.line, () => openLoad(tools, load, pathIn, fill)));
    const driver = batch.driver === null ? undefined : opened[batch.driver];
    const others = opened.filter((each) => each !== driver && each.reference === null);
    const shared = {
      totalFiles: opened.reduce((sum, { files }) => sum + (files?.files.length ?? 1), 0),
      references: opened.flatMap(({ reference }) => (reference === null ? [] : [reference])),
      fingerprints: opened.map(({ fingerprint }) => fingerprint),
      paths: opened.map(
        ({ files, fingerprint }) => files?.files.map(({ path }) => path) ?? [fingerprint.path],
      ),
      notes: opened.flatMap(({ name, rows, files }) => [
        ...(rows?.notes ?? []),
        ...leftOut(name, files?.ignored ?? []),
        ...notEntered(name, files?.folders ?? []),
      ]),
      close,
    };
    if (driver?.rows != null) {
      return { ...shared, ...(await rowTransactions(tools, driver, driver.rows, others, needs)) };
    }
    if (driver?.files != null) {
      return { ...shared, ...(await fileTransactions(tools, driver, driver.files, others, needs)) };
    }
    return { ...shared, ...SINGLE };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A batch without a driver is one transaction. */
const SINGLE: Pick<BatchSources, 'total' | 'driver' | 'driverColumns' | 'transactions'> = {
  total: 1,
  driver: 'none',
  driverColumns: [],
  async *transactions(from) {
    await Promise.resolve();
    if (from > 1) return;
    yield { number: 1, label: '1', load: () => Promise.resolve({ ...NO_INPUT, label: '1' }) };
  },
};

/** Adds the line number of the LOAD that failed. */
async function openAt(line: number, open: () => Promise<OpenedLoad>): Promise<OpenedLoad> {
  try {
    return await open();
  } catch (error) {
    const cause = { cause: error };
    const at = (message: string): string => `Line ${line}: ${message}`;
    if (error instanceof FileError) throw new FileError(error.code, at(error.message), cause);
    if (error instanceof SourceError) throw new SourceError(error.code, at(error.message), cause);
    if (error instanceof TransactionError) throw new TransactionError(at(error.message), cause);
    throw error;
  }
}

async function openLoad(
  tools: SourceDeps,
  load: PlanLoad,
  pathIn: string,
  fill: FillText,
): Promise<OpenedLoad> {
  const { area, counted } = tools;
  const path = toVirtualPath(fill(load.path), pathIn);
  const match = load.match === null ? null : fill(load.match);
  const writtenIn = load.encoding === undefined ? undefined : encodingOf(fill(load.encoding));
  const none = { load, match, writtenIn, rows: null, files: null, reference: null, name: path };
  switch (load.type) {
    case 'FILE': {
      const choice = { sheet: sheetOf(load, fill), header: load.header, encoding: writtenIn };
      const all = await openFileSource(area, path, counted, choice);
      const rows = await chosenRows(all, path, load, fill, counted);
      return { ...none, rows, fingerprint: rows.fingerprint };
    }
    case 'LINES': {
      const { columns } = load;
      const settings = columns === null ? null : { names: columns.names, skipFirst: columns.hasHeader };
      const all = await openLinesSource(area, path, settings, counted, { encoding: writtenIn });
      const rows = await chosenRows(all, path, load, fill, counted);
      return { ...none, rows, fingerprint: rows.fingerprint };
    }
    case 'DIR':
    case 'WORK': {
      const all = await openFileItems(area, path);
      // FIRST of pairs counts these.
      const files =
        load.first === undefined || load.pairs === true
          ? all
          : { ...all, files: all.files.slice(0, load.first) };
      return { ...none, files, fingerprint: files.fingerprint };
    }
    case 'REF': {
      const { file, fingerprint } = await openDocument(area, path);
      const text = await tools.readText(file, { ...load, writtenIn });
      return { ...none, reference: { name: file.name, text }, fingerprint };
    }
  }
}

const sheetOf = ({ sheet }: PlanLoad, fill: FillText): string | number | undefined =>
  sheet === undefined || typeof sheet === 'number' ? sheet : fill(sheet);

/** WHERE, SORT BY and FIRST. */
async function chosenRows(
  rows: OpenedRows,
  path: string,
  { where, sort, first }: PlanLoad,
  fill: FillText,
  counted: SourceDeps['counted'],
): Promise<OpenedRows> {
  if (where === undefined && sort === undefined && first === undefined) return rows;
  const order =
    sort === undefined
      ? undefined
      : { column: keyColumn(rows, path, fill(sort.column), 'SORT BY'), descending: sort.descending };
  const valueOf = (name: string): string => fill([{ name, written: name }]);
  return chooseRows(rows, path, { where, sort: order, first, valueOf }, counted);
}

function leftOut(path: string, ignored: readonly string[]): string[] {
  if (ignored.length === 0) return [];
  return [`Left out of ${path}, because no text can be read from them: ${nameSome(ignored)}.`];
}

function notEntered(path: string, folders: readonly string[]): string[] {
  if (folders.length === 0) return [];
  const folder = path.endsWith('/') ? path : `${path}/`;
  return [`Folders in ${folder} aren’t read: ${nameSome(folders)}. Load ${folder}**/* to read them too.`];
}

function nameSome(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join(', ')}${more}`;
}
