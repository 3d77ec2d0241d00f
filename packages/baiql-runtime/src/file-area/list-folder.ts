import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  FileError,
  resolveExisting,
  sortNaturally,
  systemErrorCode,
  toVirtualPath,
  type Area,
  PARTIAL_PREFIX,
  measureUsage,
} from '../paths/index.js';
import { findReadings } from '../sources/doubtful-encodings.js';

/** A file or folder of the area. */
export interface AreaEntry {
  readonly name: string;
  /** Virtual path; a folder's ends with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** ISO 8601, UTC. */
  readonly modifiedAt: string;
  /** Likely encodings of a text that can be read in more than one way; the first is the guess. Absent once chosen. */
  readonly encodings?: readonly string[];
}

/** A folder's entries and the area's usage. */
export interface FolderListing {
  readonly path: string;
  readonly entries: readonly AreaEntry[];
  readonly usedBytes: number;
  /** Of that, copies that runs keep of replaced files. They are evicted when space is needed. */
  readonly replacedBytes: number;
  readonly quotaBytes: number;
}

/**
 * Lists a folder: folders first, each in natural order.
 * @throws FileError `not-found`, `not-a-folder`, `leaves-area`, `bad-name`.
 */
export async function listFolder(area: Area, folder: string, quotaBytes: number): Promise<FolderListing> {
  const virtual = `${toVirtualPath(folder).replace(/\/$/u, '')}/`;
  const real = await resolveExisting(area, virtual);
  const names = await readdir(real).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOTDIR')
      throw new FileError('not-a-folder', `${virtual} is not a folder.`);
    throw error;
  });
  const entries: AreaEntry[] = [];
  for (const name of names) {
    if (name.startsWith(PARTIAL_PREFIX)) continue;
    const entry = await describeEntry(area, virtual + name);
    if (entry !== null) entries.push(entry);
  }
  const sorted = sortNaturally(entries, (entry) => entry.name);
  const inOrder = [
    ...sorted.filter(({ kind }) => kind === 'folder'),
    ...sorted.filter(({ kind }) => kind === 'file'),
  ];
  const { bytes, replaced } = await measureUsage(area);
  return { path: virtual, entries: inOrder, usedBytes: bytes, replacedBytes: replaced.bytes, quotaBytes };
}

/** An entry as listed; null if it no longer exists, leads out of the area, or is neither file nor folder. */
export async function describeEntry(area: Area, virtual: string): Promise<AreaEntry | null> {
  try {
    const realPath = await resolveExisting(area, virtual);
    const info = await stat(realPath);
    const isFolder = info.isDirectory();
    if (!isFolder && !info.isFile()) return null;
    const file = { path: virtual, realPath, sizeBytes: info.size, modifiedMs: info.mtimeMs };
    const readings = isFolder ? [] : await findReadings(area, file);
    return {
      name: path.posix.basename(virtual),
      path: isFolder ? `${virtual.replace(/\/$/u, '')}/` : virtual,
      kind: isFolder ? 'folder' : 'file',
      size: isFolder ? 0 : info.size,
      modifiedAt: info.mtime.toISOString(),
      ...(readings.length === 0 ? {} : { encodings: readings.map(({ encoding }) => encoding) }),
    };
  } catch (error) {
    if (error instanceof FileError || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
