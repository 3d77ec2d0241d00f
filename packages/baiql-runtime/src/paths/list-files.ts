import { isPattern, patternMatcher } from '@promptwell/baiql-lang/files';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { resolveExisting, type Area } from './area.js';
import { FileError } from './file-error.js';
import { sortNaturally } from './natural-order.js';

/** A file of the area. `relativePath` is relative to the listed folder (or the pattern's fixed part). */
export interface AreaFile {
  readonly path: string;
  readonly relativePath: string;
  readonly name: string;
  readonly realPath: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** A leading dot, and the hidden lock files of Office: `~$essay.docx`. */
const HIDDEN = /^(?:\.|~\$)/u;

/** Maximum number of files of a folder or pattern. */
const MAX_LISTED_FILES = 100_000;

/**
 * Lists the files of a virtual path in natural order: a file itself, a folder's direct files, or the matches of a
 * pattern (`essays/*.pdf`, `**` for subfolders). Hidden files and links that leave the area are never listed.
 * @throws FileError `not-found`, `leaves-area`, `bad-name`.
 */
export async function listFiles(area: Area, virtual: string): Promise<AreaFile[]> {
  if (isPattern(virtual)) return listPattern(area, virtual);
  const real = await resolveExisting(area, virtual);
  const info = await stat(real);
  if (!info.isDirectory()) {
    if (!info.isFile()) throw new FileError('not-a-file', `${virtual} is not a file.`);
    const name = path.posix.basename(virtual);
    return [
      {
        path: virtual,
        relativePath: name,
        name,
        realPath: real,
        sizeBytes: info.size,
        modifiedMs: info.mtimeMs,
      },
    ];
  }
  const folder = virtual.endsWith('/') ? virtual : `${virtual}/`;
  const files: AreaFile[] = [];
  await collect(area, folder, folder, { recursive: false, matches: () => true }, files);
  return sortNaturally(files, (file) => file.relativePath);
}

/** The names of a folder's direct subfolders, which its listing does not include; empty for a file or pattern. */
export async function listFolders(area: Area, virtual: string): Promise<string[]> {
  if (isPattern(virtual)) return [];
  const real = await resolveExisting(area, virtual);
  if (!(await stat(real)).isDirectory()) return [];
  const items = await readdir(real, { withFileTypes: true });
  const names = items.filter((item) => item.isDirectory()).map(({ name }) => name);
  return sortNaturally(
    names.filter((name) => !HIDDEN.test(name)),
    (name) => name,
  );
}

async function listPattern(area: Area, pattern: string): Promise<AreaFile[]> {
  const folder = patternFolder(pattern);
  const matches = patternMatcher(pattern.slice(folder.length));
  const recursive = /\/|\*\*/u.test(pattern.slice(folder.length));
  const files: AreaFile[] = [];
  await collect(area, folder, folder, { recursive, matches }, files);
  return sortNaturally(files, (file) => file.relativePath);
}

async function collect(
  area: Area,
  listed: string,
  folder: string,
  rule: { recursive: boolean; matches: (relativePath: string) => boolean },
  into: AreaFile[],
): Promise<void> {
  const realFolder = await resolveExisting(area, folder);
  for (const item of await readdir(realFolder, { withFileTypes: true })) {
    const { name } = item;
    if (HIDDEN.test(name)) continue;
    const virtual = `${folder}${name}`;
    const relativePath = virtual.slice(listed.length);
    const realPath = await resolveListed(area, virtual);
    if (realPath === null) continue;
    const info = await stat(realPath);
    if (info.isDirectory()) {
      // Links could lead to the same folder repeatedly.
      if (rule.recursive && !item.isSymbolicLink()) await collect(area, listed, `${virtual}/`, rule, into);
    } else if (info.isFile() && rule.matches(relativePath)) {
      into.push({
        path: virtual,
        relativePath,
        name,
        realPath,
        sizeBytes: info.size,
        modifiedMs: info.mtimeMs,
      });
      if (into.length > MAX_LISTED_FILES) {
        throw new FileError(
          'bad-name',
          `${listed} gives more than ${MAX_LISTED_FILES.toLocaleString('en')} files.`,
        );
      }
    }
  }
}

/** A listed name that cannot be used (a link out of the area, a device name) is treated as missing. */
async function resolveListed(area: Area, virtual: string): Promise<string | null> {
  try {
    return await resolveExisting(area, virtual);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

/** The fixed parent folder of a pattern: `essays/2024/*.pdf` → `essays/2024/`. */
function patternFolder(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?]/u));
  return fixed.slice(0, fixed.lastIndexOf('/') + 1);
}
