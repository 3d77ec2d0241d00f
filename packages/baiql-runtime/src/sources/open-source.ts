import { LOADABLE } from '@promptwell/baiql-lang/files';
import {
  chosenEncoding,
  listFiles,
  type Area,
  type AreaFile,
  extensionOf,
  FileError,
} from '../paths/index.js';
import { openCsv } from './csv-source.js';
import type { Fingerprint } from './fingerprint.js';
import { openJson } from './json-source.js';
import { openLines, type LineColumns } from './lines-source.js';
import type { CountRows, RowSource } from './row.js';
import { SourceError } from './source-error.js';
import { inspectTextFile, type TextFile } from './text-file.js';

/** An opened FILE or LINES source, with the fingerprint of its file at that time. */
export type OpenedRows = RowSource & { readonly fingerprint: Fingerprint };

/** Where in a file its table is. */
export interface TableChoice {
  readonly sheet?: string | number | undefined;
  readonly header?: number | undefined;
  readonly encoding?: string | undefined;
}

type Opener = (
  file: { path: string; realPath: string },
  counted: CountRows,
  choice: TableChoice,
) => Promise<OpenedRows>;

// The sheet reader is large, and few scripts need it.
const openSheet: Opener = async (file, _, choice) =>
  (await import('./xlsx-source.js')).openXlsx(file, choice);

// A Map, because an extension may be `constructor`.
const FILE_OPENERS: ReadonlyMap<string, Opener> = new Map(
  Object.entries({
    csv: textOpener((file, counted, { header }) => openCsv(file, 'csv', counted, header)),
    tsv: textOpener((file, counted, { header }) => openCsv(file, 'tsv', counted, header)),
    json: textOpener((file, counted) => openJson(file, 'json', counted)),
    jsonl: textOpener((file, counted) => openJson(file, 'jsonl', counted)),
    xlsx: openSheet,
    ods: openSheet,
  }),
);

const LINES_EXTENSIONS = LOADABLE.LINES.extensions;

/**
 * Opens `LOAD … AS FILE`: rows of a csv, tsv, xlsx, ods, json or jsonl file.
 * @throws FileError for the path, SourceError for the content.
 */
export async function openFileSource(
  area: Area,
  virtual: string,
  counted: CountRows = () => undefined,
  choice: TableChoice = {},
): Promise<OpenedRows> {
  const file = await findFile(area, virtual);
  const opener = FILE_OPENERS.get(extensionOf(file.name));
  if (opener === undefined) throw wrongKind(file.name, 'FILE', [...FILE_OPENERS.keys()]);
  return opener(file, counted, withChosenEncoding(area, file, choice));
}

/**
 * Opens `LOAD … AS LINES`: lines of a txt, csv or md file.
 * @throws FileError for the path, SourceError for the content.
 */
export async function openLinesSource(
  area: Area,
  virtual: string,
  columns: LineColumns | null,
  counted: CountRows = () => undefined,
  choice: TableChoice = {},
): Promise<OpenedRows> {
  const file = await findFile(area, virtual);
  if (!LINES_EXTENSIONS.includes(extensionOf(file.name)))
    throw wrongKind(file.name, 'LINES', LINES_EXTENSIONS);
  return textOpener((text) => openLines(text, columns, counted))(
    file,
    counted,
    withChosenEncoding(area, file, choice),
  );
}

/** The script's ENCODING, else the one chosen for the file. */
const withChosenEncoding = (area: Area, file: AreaFile, choice: TableChoice): TableChoice =>
  choice.encoding === undefined ? { ...choice, encoding: chosenEncoding(area, file) } : choice;

function textOpener(
  open: (file: TextFile, counted: CountRows, choice: TableChoice) => Promise<RowSource>,
): Opener {
  return async (file, counted, choice) => {
    const text = await inspectTextFile(file, choice.encoding);
    const source = await open(text, counted, choice);
    const notes = [...(text.guess === null ? [] : [text.guess]), ...(source.notes ?? [])];
    return { ...source, notes, fingerprint: text.fingerprint };
  };
}

async function findFile(area: Area, virtual: string): Promise<AreaFile> {
  const [file, ...others] = await listFiles(area, virtual);
  if (file === undefined) throw new FileError('not-found', `There is no ${virtual}.`);
  if (others.length > 0) throw new FileError('not-a-file', `${virtual} is more than one file.`);
  return file;
}

function wrongKind(name: string, type: string, extensions: readonly string[]): SourceError {
  return new SourceError('wrong-kind', `${name} cannot be loaded as ${type} (${extensions.join(', ')}).`);
}
