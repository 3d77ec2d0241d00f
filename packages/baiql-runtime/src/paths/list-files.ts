import { isPattern, patternMatcher } from '@promptwell/baiql-lang/files';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { resolveExisting, type Area } from './area.js';
import { FileError } from './file-error.js';
import { sortNaturally } from './natural-order.js';

/** One file of the area. `relativePath` is below the folder that was listed (or the pattern's fixed part). */
export interface AreaFile {
  readonly path: string;
  readonly relativePath: string;
  readonly name: string;
  readonly realPath: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** A leading dot; and what Office puts beside a document and hides while it is open: `~$essay.docx`. */
const HIDDEN = /^(?:\.|~\$)/u;

/** The most files that one folder or pattern may give. */
const MAX_LISTED_FILES = 100_000;

/**
 * The files that a virtual path means, in natural order: a file is itself, a folder its direct files, a pattern
 * (`essays/*.pdf`, `**` for folders below) what it matches. Hidden files are never listed, nor are links that leave the
 * area.
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

/** The names of the folders inside of one, whose files a folder's listing has not; none for a file or a pattern. */
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
      // Through links the same folder could come again and again.
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

/** A listed name that cannot be used (a link out of the area, a device name) is as good as not there. */
async function resolveListed(area: Area, virtual: string): Promise<string | null> {
  try {
    return await resolveExisting(area, virtual);
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

/** The folder that holds everything a pattern can match: `essays/2024/*.pdf` → `essays/2024/`. */
function patternFolder(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?]/u));
  return fixed.slice(0, fixed.lastIndexOf('/') + 1);
}
