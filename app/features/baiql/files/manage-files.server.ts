import {
  archiveFolder,
  areaOfRun,
  deleteEntry,
  FileError,
  INPUT_FOLDER,
  listFolder,
  openDownload,
  renameEntry,
  setEncoding,
  type Area,
  type FileErrorCode,
} from '@promptwell/baiql-runtime';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import { sendFile } from '~/core/server/send-file.server';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { getRun } from '../runs/read-runs.server';
import type { ChangeFile, FileEntry, Listing, RenameFile } from './schema';

const KIND_OF_CODE: Readonly<Record<FileErrorCode, ErrorKind>> = {
  'leaves-area': 'invalid',
  'bad-name': 'invalid',
  'not-found': 'not-found',
  'not-a-file': 'invalid',
  'not-a-folder': 'invalid',
  exists: 'conflict',
  'over-quota': 'too-large',
  'disk-full': 'unavailable',
};

const codeOf = (code: string): string => code.replaceAll('-', '_');

/** Errors of all calls that work with files. */
export const FILE_ERRORS: Readonly<Record<string, ErrorKind>> = Object.fromEntries(
  Object.entries(KIND_OF_CODE).map(([code, kind]) => [codeOf(code), kind]),
);

/** Runs `work` on the user's file area and maps the area's errors to domain errors. */
export async function withUserArea<T>(
  { baiql }: Pick<BaiqlDeps, 'baiql'>,
  { userId }: Actor,
  work: (area: Area) => Promise<T>,
): Promise<T> {
  try {
    return await work(await baiql.areas.of(userId));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { code, message } = error;
    throw new DomainError(KIND_OF_CODE[code], message, { code: codeOf(code), cause: error });
  }
}

/** Like `withUserArea`, but on the files a run has written; on the current files where the run kept no copy. */
export async function withRunArea<T>(
  services: Pick<BaiqlDeps, 'prisma' | 'baiql'>,
  actor: Actor,
  { path, run }: { path: string; run?: string | undefined },
  work: (area: Area) => Promise<T>,
): Promise<T> {
  if (run === undefined) return withUserArea(services, actor, work);
  const { outputs } = await getRun(services, actor, run);
  const isKept = outputs.find((output) => output.path === path)?.isKept === true;
  return withUserArea(services, actor, async (area) => {
    try {
      return await work(isKept ? areaOfRun(area, run) : area);
    } catch (error) {
      if (!isKept || !(error instanceof FileError) || error.code !== 'not-found') throw error;
      throw new FileError('not-found', GONE, { cause: error });
    }
  });
}

const GONE =
  'This run’s copy was removed to make room for other files. “Write outputs” writes it again at no cost.';

/** Lists a folder with the runs that wrote its files, and the space used by all files. */
export async function listFiles(
  services: Pick<BaiqlDeps, 'baiql'>,
  actor: Actor,
  folder = INPUT_FOLDER,
): Promise<Listing> {
  const { areas, store } = services.baiql;
  const listing = await withUserArea(services, actor, (area) => listFolder(area, folder, areas.quotaBytes));
  const files = await store.filesIn(actor.userId, listing.path);
  if (files.length === 0) return listing;
  const byPath = new Map(files.map((file) => [file.path, file]));
  const entries = listing.entries.map((entry) => {
    const file = byPath.get(entry.path);
    // The file may have been replaced since.
    const isSame =
      file?.sizeBytes === entry.size && isoTime(Math.round(file.modifiedMs)) === entry.modifiedAt;
    if (!isSame) return entry;
    return { ...entry, run: { executionId: file.executionId, scriptName: file.scriptName } };
  });
  return { ...listing, entries };
}

const isoTime = (ms: number): string => new Date(ms).toISOString();

export async function readFilesPage(
  services: Pick<BaiqlDeps, 'baiql' | 'preferences'>,
  actor: Actor,
  folder?: string,
) {
  const { PreferredTimezone: timeZone } = await services.preferences.read(actor.userId);
  return { listing: await listFiles(services, actor, folder), timeZone };
}

/** Renames or moves a file or folder. Never replaces an existing one. */
export const renameFile = (
  services: Pick<BaiqlDeps, 'baiql'>,
  actor: Actor,
  change: RenameFile,
): Promise<FileEntry> => withUserArea(services, actor, (area) => renameEntry(area, change));

/** Renames a file or folder, or keeps the encoding that was chosen for a file. */
export const changeFile = (
  services: Pick<BaiqlDeps, 'baiql'>,
  actor: Actor,
  { path, to, encoding }: ChangeFile,
): Promise<FileEntry> =>
  withUserArea(services, actor, async (area) => {
    if (to !== undefined) return renameEntry(area, { path, to });
    const name = encoding == null ? null : new TextDecoder(encoding).encoding;
    return setEncoding(area, path, name);
  });

export const deleteFile = (services: Pick<BaiqlDeps, 'baiql'>, actor: Actor, path: string): Promise<void> =>
  withUserArea(services, actor, (area) => deleteEntry(area, path));

export async function downloadFile(
  services: Pick<BaiqlDeps, 'prisma' | 'inFlightRequests' | 'baiql'>,
  actor: Actor,
  { path, run, signal }: { path: string; run?: string | undefined; signal: AbortSignal },
): Promise<Response> {
  const file = await withRunArea(services, actor, { path, run }, (area) => openDownload(area, path));
  return sendFile(services, actor, { ...file, signal });
}

/** Streams a zip of a folder. */
export async function downloadFolder(
  services: Pick<BaiqlDeps, 'inFlightRequests' | 'baiql'>,
  actor: Actor,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<Response> {
  const archive = await withUserArea(services, actor, (area) => archiveFolder(area, path));
  return sendFile(services, actor, { ...archive, type: 'application/zip', signal });
}
