import fs from 'node:fs';
import path from 'node:path';
import { extract, list, type ReadEntry } from 'tar';
import { fileStamp } from '~/core/db/backup-names';
import { requireUsable } from '~/core/db/sqlite/check-database.server';
import { keepAs } from '~/core/db/sqlite/restore.server';
import type { Env } from '~/core/server/env.server';
import { withTemporaryFolder } from '~/core/server/temporary-folder.server';
import {
  ArchiveError,
  DATABASE,
  FILES,
  FORMAT,
  MANIFEST,
  manifestSchema,
  SECRET,
  type Manifest,
} from './archive.server';

interface Import {
  env: Pick<Env, 'DATA_DIR' | 'SESSION_SECRET'>;
  migrationsDir: string;
  at: Date;
}

export interface Imported {
  manifest: Manifest;
  /** Folder with the previous data. */
  kept: string | undefined;
  /** SESSION_SECRET differs from the archive's, so provider keys can't be decrypted. */
  isOtherSecret: boolean;
}

/**
 * Restores an archive's database, files and session secret into DATA_DIR. Everything is unpacked and checked before
 * anything is replaced, and the previous data is kept. The caller has made sure that no server is running.
 */
export async function importData(archive: string, { env, migrationsDir, at }: Import): Promise<Imported> {
  if (!fs.existsSync(archive)) throw new ArchiveError(`There is no file ${archive}.`);
  const manifest = await readManifest(archive);
  return withTemporaryFolder(env, async (staging) => {
    const extraction = { file: archive, cwd: staging, strict: true, preserveOwner: false, filter: isOurs };
    await withArchiveErrors(archive, () => extract(extraction));
    const isComplete = [DATABASE, SECRET].every((name) => fs.existsSync(path.join(staging, name)));
    if (!isComplete) throw new ArchiveError(`${archive} is not complete.`);
    requireUsable(path.join(staging, DATABASE), `The database in ${archive}`, migrationsDir);
    makePrivate(staging);
    const kept = replace(env.DATA_DIR, staging, at);
    const secret = fs.readFileSync(path.join(env.DATA_DIR, SECRET), 'utf8').trim();
    const isOtherSecret = env.SESSION_SECRET !== undefined && env.SESSION_SECRET !== secret;
    return { manifest, kept, isOtherSecret };
  });
}

/** Reads the whole archive, so that a truncated or altered one is found before anything is unpacked. */
async function readManifest(archive: string): Promise<Manifest> {
  const pieces: Buffer[] = [];
  const onReadEntry = (entry: ReadEntry): void => {
    if (entry.path === MANIFEST) entry.on('data', (piece: Buffer) => pieces.push(piece));
  };
  await withArchiveErrors(archive, () => list({ file: archive, strict: true, onReadEntry }));
  const read = manifestSchema.safeParse(parseJson(Buffer.concat(pieces).toString()));
  if (!read.success) throw new ArchiveError(`${archive} is not an export of Promptwell's.`);
  if (read.data.format > FORMAT) {
    throw new ArchiveError(
      `${archive} was written by Promptwell ${read.data.version}, which is newer than this program. Update Promptwell, and import it again.`,
    );
  }
  return read.data;
}

/** This library's errors have a code if they concern the archive rather than the disk. */
async function withArchiveErrors(archive: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code =
      error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
    if (!/^(?:Z_|TAR_|ERR_)/.test(code)) throw error;
    throw new ArchiveError(`${archive} is damaged, or not an export of Promptwell's.`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isOurs = (name: string, entry: unknown): boolean => {
  const type = typeof entry === 'object' && entry !== null ? String(Reflect.get(entry, 'type')) : '';
  return (
    /^(?:File|OldFile|Directory)$/.test(type) && [DATABASE, SECRET, FILES].includes(name.split('/')[0] ?? '')
  );
};

/** Owner-only permissions, whatever the archive says. */
function makePrivate(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o700 : 0o600);
  }
}

/**
 * Renames within one disk, which is fast for any size. The database comes last and is replaced in one step, so that a
 * server that starts after a crash finds one.
 */
function replace(dataDir: string, staging: string, at: Date): string | undefined {
  const backupDir = path.join(dataDir, `before-import-${fileStamp(at)}`);
  const isThere = (name: string) => fs.existsSync(path.join(dataDir, name));
  const previous = [SECRET, FILES, `${DATABASE}-wal`, `${DATABASE}-shm`].filter(isThere);
  if (previous.length > 0 || isThere(DATABASE)) fs.mkdirSync(backupDir);
  if (isThere(DATABASE)) keepAs(path.join(backupDir, DATABASE), path.join(dataDir, DATABASE));
  for (const name of previous) fs.renameSync(path.join(dataDir, name), path.join(backupDir, name));
  for (const name of [SECRET, FILES, DATABASE])
    if (fs.existsSync(path.join(staging, name)))
      fs.renameSync(path.join(staging, name), path.join(dataDir, name));
  return fs.existsSync(backupDir) ? backupDir : undefined;
}
