import { namesOfColumns } from '@promptwell/baiql-lang/names';
import {
  DocumentError,
  encodingChoice,
  type DocumentReader,
  type EncodingChoice,
} from '@promptwell/documents';
import { CsvError } from 'csv-parse';
import {
  chooseEncoding,
  chosenEncoding,
  extensionOf,
  FileError,
  listFiles,
  type Area,
  type AreaFile,
} from '../paths/index.js';
import { hasEncoding } from '../sources/doubtful-encodings.js';
import { describeEntry, type AreaEntry } from './list-folder.js';
import { readBeginningOfTable, readBeginningOfText } from '../sources/beginning.js';
import { nameColumns } from '../sources/row.js';
import { readFirstBytes } from '../sources/text-file.js';

/** A preview of a file, at most a screen or two. */
export type FilePreview =
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      /** Placeholder of each column in prompts: `{STUDENT_NAME}`. */
      readonly placeholders: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** False if there is more. */
      readonly isWhole: boolean;
      /** Absent if it is certain. */
      readonly encoding?: EncodingChoice;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly isWhole: boolean;
      readonly encoding?: EncodingChoice;
    }
  /** Pages are shown as images, beside the text a script would read. */
  | { readonly kind: 'pages'; readonly pageCount: number; readonly text: string; readonly isWhole: boolean }
  | { readonly kind: 'picture' }
  /** Not previewable; the message says why. */
  | { readonly kind: 'none'; readonly message: string };

const MAX_ROWS = 50;
const MAX_COLUMNS = 50;
const MAX_CELL_CHARACTERS = 500;
const MAX_TEXT_CHARACTERS = 20_000;
const MAX_PDF_PAGES = 20;

type Reading = {
  readonly file: AreaFile;
  readonly encoding: string | undefined;
  readonly documents: DocumentReader;
  readonly signal: AbortSignal;
};
type TextReading = Pick<Reading, 'file' | 'encoding'>;
type Preview = (reading: Reading) => Promise<FilePreview>;

// A Map, because an extension may be `constructor`.
const BY_EXTENSION: ReadonlyMap<string, Preview> = new Map<string, Preview>([
  ['csv', (reading) => previewTable(reading, 'csv')],
  ['tsv', (reading) => previewTable(reading, 'tsv')],
  ['xlsx', previewSheet],
  ['ods', previewSheet],
  ...['docx', 'docm', 'dotx', 'dotm', 'odt', 'ott', 'rtf', 'pptx', 'pptm', 'ppsx', 'epub', 'eml'].map(
    (extension): [string, Preview] => [extension, previewDocument],
  ),
  ['pdf', previewPages],
  ...['png', 'jpg', 'jpeg', 'webp', 'gif', 'bmp', 'avif', 'heic', 'heif', 'tif', 'tiff'].map(
    (extension): [string, Preview] => [extension, () => Promise.resolve({ kind: 'picture' })],
  ),
]);

/**
 * A preview of a file of the area: the first rows of a table, the beginning of a text, a PDF's text, or that it is an
 * image. Documents are parsed in the reader's process; of tables and texts only the beginning is read.
 * @throws FileError `not-found`, `not-a-file`, `leaves-area`, `bad-name`; DocumentError `aborted`, `busy`.
 */
export async function previewFile(
  area: Area,
  virtual: string,
  documents: DocumentReader,
  signal: AbortSignal,
): Promise<FilePreview> {
  const file = await fileAt(area, virtual);
  const encoding = chosenEncoding(area, file);
  const preview = BY_EXTENSION.get(extensionOf(file.name)) ?? previewText;
  try {
    return await withEncoding(await preview({ file, encoding, documents, signal }), file, encoding);
  } catch (error) {
    if (error instanceof CsvError) return withEncoding(await previewText({ file, encoding }), file, encoding);
    const isOfFile = error instanceof DocumentError && error.code !== 'aborted' && error.code !== 'busy';
    if (!isOfFile) throw error;
    return { kind: 'none', message: error.message };
  }
}

/** Adds what to choose from to a text whose encoding is a guess. */
async function withEncoding(
  preview: FilePreview,
  file: AreaFile,
  chosen: string | undefined,
): Promise<FilePreview> {
  const isText = preview.kind === 'table' || preview.kind === 'text';
  if (!isText || !hasEncoding(file.name)) return preview;
  const { bytes } = await readFirstBytes(file.realPath);
  const encoding = encodingChoice(bytes, chosen);
  return encoding === null ? preview : { ...preview, encoding };
}

/**
 * Keeps the encoding that a person chose for a file, until it is replaced; null: guess again.
 * @throws FileError as `previewFile`
 */
export async function setEncoding(area: Area, virtual: string, encoding: string | null): Promise<AreaEntry> {
  const file = await fileAt(area, virtual);
  chooseEncoding(area, file, encoding);
  const entry = await describeEntry(area, file.path);
  if (entry === null) throw new FileError('not-found', `${virtual} was deleted meanwhile.`);
  return entry;
}

/**
 * An image, or a page of a PDF, as PNG.
 * @throws FileError as `previewFile`; DocumentError if it cannot be rendered.
 */
export async function renderFile(
  area: Area,
  { virtual, page, maxSide }: { virtual: string; page: number; maxSide: number },
  documents: DocumentReader,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { realPath, name } = await fileAt(area, virtual);
  return documents.renderImage(realPath, { name, page, maxSide, signal });
}

async function fileAt(area: Area, virtual: string): Promise<AreaFile> {
  const [file, ...others] = await listFiles(area, virtual);
  if (file === undefined || others.length > 0 || virtual.endsWith('/')) {
    throw new FileError('not-a-file', `${virtual} is not a file.`);
  }
  return file;
}

async function previewTable({ file, encoding }: TextReading, kind: 'csv' | 'tsv'): Promise<FilePreview> {
  const beginning = await readBeginningOfTable(file, kind, MAX_ROWS + 1, encoding);
  if (beginning === null) return previewText({ file, encoding });
  return tableOf(beginning.records, beginning.isWhole);
}

async function previewSheet({ file, documents, signal }: Reading): Promise<FilePreview> {
  const { realPath, name } = file;
  const records = await documents.readSheetRows(realPath, MAX_ROWS + 2, { name, signal });
  return tableOf(records.slice(0, MAX_ROWS + 1), records.length <= MAX_ROWS + 1);
}

function tableOf([header = [], ...rows]: readonly (readonly string[])[], isWhole: boolean): FilePreview {
  const columns = nameColumns(header).slice(0, MAX_COLUMNS).map(cutCell);
  return {
    kind: 'table',
    columns,
    placeholders: namesOfColumns(columns).map((name) => `{${name}}`),
    rows: rows.map((cells) => header.slice(0, MAX_COLUMNS).map((_, index) => cutCell(cells[index] ?? ''))),
    isWhole: isWhole && header.length <= MAX_COLUMNS,
  };
}

const cutCell = (cell: string): string =>
  cell.length > MAX_CELL_CHARACTERS ? `${cell.slice(0, MAX_CELL_CHARACTERS)}…` : cell;

async function previewText({ file, encoding }: TextReading): Promise<FilePreview> {
  if (file.sizeBytes === 0) return { kind: 'none', message: `${file.name} is empty.` };
  const beginning = await readBeginningOfText(file, encoding);
  if (beginning === null) {
    return {
      kind: 'none',
      message: `${file.name} is not text, so there is nothing to preview. Download it to open it.`,
    };
  }
  return textOf(beginning.text, beginning.isWhole);
}

async function previewDocument({ file, documents, signal }: Reading): Promise<FilePreview> {
  const { realPath, name } = file;
  const { text } = await documents.read(realPath, { name, signal });
  return textOf(text, true);
}

async function previewPages({ file, documents, signal }: Reading): Promise<FilePreview> {
  const { realPath, name } = file;
  const read = { name, signal, maxPages: MAX_PDF_PAGES, acceptEmpty: true };
  const { text, pageCount } = await documents.read(realPath, read);
  return { ...textOf(text, pageCount <= MAX_PDF_PAGES), kind: 'pages', pageCount };
}

const textOf = (text: string, isWhole: boolean) => ({
  kind: 'text' as const,
  text: text.slice(0, MAX_TEXT_CHARACTERS),
  isWhole: isWhole && text.length <= MAX_TEXT_CHARACTERS,
});
