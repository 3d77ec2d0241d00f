import { lstatSync, renameSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  FileError,
  INPUT_FOLDER,
  isWithin,
  moveEncodingChoices,
  sanitizeName,
  OUTPUT_FOLDER,
  resolveExisting,
  resolveForWriting,
  toVirtualPath,
  type Area,
} from '../paths/index.js';
import { describeEntry, type AreaEntry } from './list-folder.js';
import { meterOf } from './usage-meter.js';

/**
 * Renames or moves a file or folder. `to` is a new name or a virtual path, whose folders are created. The last part of
 * the name is sanitized.
 * @throws FileError `not-found`, `exists` (the name is taken), `leaves-area`, `bad-name`.
 */
export async function renameEntry(area: Area, request: { path: string; to: string }): Promise<AreaEntry> {
  const from = withoutSlash(toVirtualPath(request.path));
  refuseRoot(from, 'renamed');
  const wanted = withoutSlash(toVirtualPath(request.to, path.posix.dirname(from)));
  const to = path.posix.join(path.posix.dirname(wanted), sanitizeName(path.posix.basename(wanted)));
  refuseRoot(to, 'replaced');
  const realFrom = await existingEntry(area, from);
  if (isWithin(to, from) && to !== from)
    throw new FileError('bad-name', 'A folder cannot be moved into itself.');
  const realTo = await resolveForWriting(area, to).catch((error: unknown) => {
    if (error instanceof FileError && error.code === 'not-a-file') throw exists(to);
    throw error;
  });
  // Checked and renamed atomically: of two concurrent moves to one name, neither replaces the other.
  const moving = lstatSync(realFrom, { throwIfNoEntry: false });
  if (!moving) throw missing(from);
  const existing = lstatSync(realTo, { throwIfNoEntry: false });
  // On some systems, changing only the case renames a file to itself.
  if (existing && existing.ino !== moving.ino) throw exists(to);
  renameSync(realFrom, realTo);
  moveEncodingChoices(area, from, to);
  const entry = await describeEntry(area, to);
  if (entry === null) throw new FileError('not-found', `${to} was deleted meanwhile.`);
  return entry;
}

/**
 * Deletes a file, or a folder with everything in it.
 * @throws FileError `not-found`, `leaves-area`, `bad-name` (for `/data/input/` and `/data/output/` themselves).
 */
export async function deleteEntry(area: Area, written: string): Promise<void> {
  const virtual = withoutSlash(toVirtualPath(written));
  refuseRoot(virtual, 'deleted');
  // Already deleted counts as success.
  await rm(await existingEntry(area, virtual), { recursive: true, force: true });
  meterOf(area).forget();
}

/** The real path of the entry itself; links are not followed. */
async function existingEntry(area: Area, virtual: string): Promise<string> {
  const parent = await resolveExisting(area, path.posix.dirname(virtual));
  for (const form of ['NFC', 'NFD'] as const) {
    const real = path.join(parent, path.posix.basename(virtual).normalize(form));
    if ((await lstat(real).catch(() => null)) !== null) return real;
  }
  throw missing(virtual);
}

function withoutSlash(virtual: string): string {
  return virtual.replace(/\/$/u, '');
}

function refuseRoot(virtual: string, done: string): void {
  if (!isRoot(virtual)) return;
  throw new FileError('bad-name', `${virtual}/ itself cannot be ${done}.`);
}

function isRoot(virtual: string): boolean {
  return [INPUT_FOLDER, OUTPUT_FOLDER].includes(`${virtual}/`);
}

function exists(virtual: string): FileError {
  return new FileError('exists', `${virtual} already exists.`);
}

function missing(virtual: string): FileError {
  return new FileError('not-found', `There is no ${virtual}.`);
}
