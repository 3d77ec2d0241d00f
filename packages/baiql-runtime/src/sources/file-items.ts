import { LOADABLE } from '@promptwell/baiql-lang/files';
import { extensionOf, FileError, listFiles, listFolders, type Area, type AreaFile } from '../paths/index.js';
import { fingerprintFile, fingerprintFiles, type Fingerprint } from './fingerprint.js';
import { SourceError } from './source-error.js';

// For DIR, WORK and REF alike.
const DOCUMENTS = LOADABLE.WORK.extensions;

/** The files of a DIR or WORK source in natural order, numbered from 1. */
export interface FileItems {
  readonly files: readonly AreaFile[];
  /** Names of files in the folder that are left out because their format is not readable. */
  readonly ignored: readonly string[];
  /** Names of subfolders, whose files are not included. */
  readonly folders: readonly string[];
  readonly fingerprint: Fingerprint;
}

/**
 * The files of `LOAD … AS DIR` or `AS WORK`: a file, a folder's direct files, or the matches of a pattern.
 * @throws FileError for the path; SourceError `empty` if there is nothing readable.
 */
export async function openFileItems(area: Area, virtual: string): Promise<FileItems> {
  const all = await listFiles(area, virtual);
  const files = all.filter((file) => DOCUMENTS.includes(extensionOf(file.name)));
  const ignored = all.filter((file) => !files.includes(file)).map((file) => file.name);
  const folders = await listFolders(area, virtual);
  if (all.length === 0 && folders.length > 0) {
    const below = `${virtual.replace(/\/$/u, '')}/**/*`;
    throw new SourceError(
      'empty',
      `${virtual} has no files, only folders. Load ${below} to read those in them.`,
    );
  }
  if (files.length === 0) {
    const why = ignored.length === 0 ? 'has no files' : 'has no files that can be read as text';
    throw new SourceError('empty', `${virtual} ${why} (${DOCUMENTS.join(', ')}).`);
  }
  return { files, ignored, folders, fingerprint: fingerprintFiles(virtual, files) };
}

/**
 * The single document of `LOAD … AS REF`.
 * @throws FileError for the path; SourceError `wrong-kind`.
 */
export async function openDocument(
  area: Area,
  virtual: string,
): Promise<{ file: AreaFile; fingerprint: Fingerprint }> {
  const [file, ...others] = await listFiles(area, virtual);
  if (file === undefined) throw new FileError('not-found', `There is no ${virtual}.`);
  if (others.length > 0 || virtual.endsWith('/'))
    throw new FileError('not-a-file', `REF takes one document: ${virtual} is more.`);
  if (!DOCUMENTS.includes(extensionOf(file.name))) {
    throw new SourceError('wrong-kind', `${file.name} cannot be loaded as REF (${DOCUMENTS.join(', ')}).`);
  }
  return { file, fingerprint: await fingerprintFile(file.path, file.realPath) };
}
