import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_PATH_IN, DEFAULT_PATH_OUT, isWithin, resolvePath } from '@promptwell/baiql-lang/files';
import { FileError, systemErrorCode } from './file-error.js';
import { nameProblem } from './names.js';

/** Default folder that scripts read from. */
export const INPUT_FOLDER = DEFAULT_PATH_IN;
/** Default folder that scripts write to. */
export const OUTPUT_FOLDER = DEFAULT_PATH_OUT;

const MAX_PATH_CHARACTERS = 1_000;
const MAX_DEPTH = 20;

/**
 * A user's files: the virtual folders `/data/input/` and `/data/output/`, each mapped to a real folder. Every path of a
 * script or request is resolved through it, and nothing outside those two folders is reachable.
 */
export interface Area {
  readonly inputRoot: string;
  readonly outputRoot: string;
  /** Where each run keeps copies of its files, in one folder per run; absent: nowhere. */
  readonly keptRoot?: string;
  /** Where the encodings are kept that people chose for files; absent: nowhere. */
  readonly choicesFile?: string;
}

/**
 * An area below one root folder (`root/input`, `root/output`, `root/kept`, `root/encodings.json`). Creates the first two
 * if missing.
 */
export async function openArea(root: string): Promise<Area> {
  const area = {
    inputRoot: path.join(root, 'input'),
    outputRoot: path.join(root, 'output'),
    keptRoot: path.join(root, 'kept'),
    choicesFile: path.join(root, 'encodings.json'),
  };
  await mkdir(area.inputRoot, { recursive: true });
  await mkdir(area.outputRoot, { recursive: true });
  return area;
}

/** The real folder of a run's kept copies; null if none are kept. */
export function keptFolder({ keptRoot }: Area, executionId: string): string | null {
  if (keptRoot === undefined) return null;
  // Ids are generated, but this is the last check before a path is built.
  if (!/^[\w-]{1,100}$/u.test(executionId)) throw new FileError('bad-name', 'This is not the id of a run.');
  return path.join(keptRoot, executionId);
}

/** An area of only what one run has written, even if it was replaced since. */
export function areaOfRun(area: Area, executionId: string): Area {
  const folder = keptFolder(area, executionId);
  if (folder === null) return area;
  return { inputRoot: path.join(folder, 'input'), outputRoot: path.join(folder, 'output') };
}

/**
 * Resolves a path to its full virtual path (`/data/input/essays/a.pdf`). Relative paths start at `base`; `\` is read as
 * `/`; a trailing `/` is kept.
 * @throws FileError `leaves-area` (by `..`, another absolute path, a drive), `bad-name` (NUL, control characters,
 * device names, too long).
 */
export function toVirtualPath(written: string, base: string = INPUT_FOLDER): string {
  if (base.length + written.length > MAX_PATH_CHARACTERS)
    throw new FileError('bad-name', 'The path is too long.');
  for (const segment of written.normalize('NFC').split(/[/\\]/u)) {
    const problem = nameProblem(segment);
    if (problem !== null) throw new FileError('bad-name', `The name ${JSON.stringify(segment)} ${problem}.`);
  }
  const virtual = resolvePath(base, written);
  if (virtual === null) throw leavesArea(written);
  if (virtual.split('/').filter((segment) => segment !== '').length > MAX_DEPTH)
    throw new FileError('bad-name', `The path has more than ${MAX_DEPTH} folders.`);
  return virtual;
}

/**
 * The real path of an existing entry of the area, with links resolved.
 * @throws FileError `not-found`; `leaves-area` if a link leads out.
 */
export async function resolveExisting(area: Area, virtual: string): Promise<string> {
  const { root, relative } = mount(area, virtual);
  const real = await findReal(root, relative);
  if (real === null) throw notFound(virtual);
  if (!isInside(await realpath(root), real)) throw leavesArea(virtual);
  return real;
}

/** Names from a Mac may be stored decomposed, inside folders whose names are not. */
async function findReal(root: string, relative: string): Promise<string | null> {
  const composed = await realpathOrNull(path.join(root, relative));
  if (composed !== null || relative.normalize('NFD') === relative) return composed;
  let real: string | null = root;
  for (const name of relative.split('/')) {
    real =
      (await realpathOrNull(path.join(real, name))) ??
      (await realpathOrNull(path.join(real, name.normalize('NFD'))));
    if (real === null) return null;
  }
  return real;
}

/**
 * The real path to write a file to; creates its folders. The target may exist as a file, not as a folder.
 * @throws FileError `leaves-area`, `not-a-file`, `not-a-folder`.
 */
export async function resolveForWriting(area: Area, virtual: string): Promise<string> {
  const { root, relative } = mount(area, virtual);
  if (relative === '' || virtual.endsWith('/')) throw new FileError('not-a-file', `${virtual} is a folder.`);
  await mkdir(root, { recursive: true });
  const realRoot = await realpath(root);
  const names = relative.split('/');
  const fileName = names.pop() ?? '';
  // One folder at a time, so that no folder is created beyond a link that leads out.
  let folder = realRoot;
  for (const name of names) folder = await enterFolder(realRoot, path.join(folder, name), virtual);
  const target = path.join(folder, fileName);
  const existing = await lstat(target).catch(() => null);
  if (existing?.isDirectory() === true) throw new FileError('not-a-file', `${virtual} is a folder.`);
  return target;
}

/**
 * Opens a file of the area for reading.
 * @throws FileError `not-found`, `not-a-file`, `leaves-area`.
 */
export async function openForReading(
  area: Area,
  virtual: string,
): Promise<{ handle: FileHandle; realPath: string; sizeBytes: number; modifiedMs: number }> {
  const realPath = await resolveExisting(area, virtual);
  // The path is resolved; a link created since is not followed (O_NOFOLLOW). Non-blocking, because a pipe would block.
  const handle = await open(realPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw systemErrorCode(error) === 'ENOENT' ? notFound(virtual) : error;
    },
  );
  const { size, mtimeMs, isFile } = await handle
    .stat()
    .then((s) => ({ size: s.size, mtimeMs: s.mtimeMs, isFile: s.isFile() }));
  if (!isFile) {
    await handle.close();
    throw new FileError('not-a-file', `${virtual} is not a file.`);
  }
  return { handle, realPath, sizeBytes: size, modifiedMs: mtimeMs };
}

const notFound = (virtual: string): FileError => new FileError('not-found', `There is no ${virtual}.`);

async function enterFolder(realRoot: string, folder: string, virtual: string): Promise<string> {
  await mkdir(folder).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  });
  const real = await realpathOrNull(folder);
  if (real === null || !isInside(realRoot, real)) throw leavesArea(virtual);
  if (!(await stat(real)).isDirectory())
    throw new FileError('not-a-folder', `In ${virtual}, ${path.basename(folder)} is a file.`);
  return real;
}

function mount(area: Area, virtual: string): { root: string; relative: string } {
  // Checked again: all access from a virtual path to the disk passes here.
  const checked = toVirtualPath(virtual, '/');
  const [folder, root] = isWithin(checked, INPUT_FOLDER)
    ? [INPUT_FOLDER, area.inputRoot]
    : [OUTPUT_FOLDER, area.outputRoot];
  return { root, relative: checked.slice(folder.length).replace(/\/$/u, '') };
}

async function realpathOrNull(candidate: string): Promise<string | null> {
  try {
    return await realpath(candidate);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemErrorCode(error) ?? '')) return null;
    throw error;
  }
}

function isInside(realRoot: string, real: string): boolean {
  return real === realRoot || real.startsWith(realRoot.endsWith(path.sep) ? realRoot : realRoot + path.sep);
}

function leavesArea(written: string): FileError {
  return new FileError('leaves-area', `The path leaves your files: ${JSON.stringify(written)}.`);
}
