import type { Text } from '../tree/expressions.js';
import { DEFAULT_PATH_IN, DEFAULT_PATH_OUT, LOADABLE, type LoadType } from '../vocabulary/file-kinds.js';
import { isPattern } from './patterns.js';

/** On another machine, or on the writer's own: a drive, a home folder, a share, an address. */
const FOREIGN = /^(?:[A-Za-z]:(?![?*<>|" ])|~(?:\/|$)|\/\/|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/;

/**
 * The whole path of what is named below a folder, composed (NFC) and without `.` and `..`; a folder's trailing `/` is
 * kept. Null when it leaves the user's files.
 */
export function resolvePath(folder: string, path: string): string | null {
  const written = path.normalize('NFC').replaceAll('\\', '/');
  if (FOREIGN.test(written) || written.includes('\0')) return null;
  const joined = written.startsWith('/') ? written : `${folder}/${written}`;
  const parts: string[] = [];
  for (const part of joined.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  const whole = `/${parts.join('/')}${/\/\.?$/.test(joined) ? '/' : ''}`;
  return isWithin(whole, DEFAULT_PATH_IN) || isWithin(whole, DEFAULT_PATH_OUT) ? whole : null;
}

/** The name of a file on one's own disk: a.csv for `C:\\Users\\me\\a.csv` and `~/a.csv`. Null for other paths. */
export function nameOnOwnDisk(path: string): string | null {
  if (!/^(?:[A-Za-z]:|~|\\\\|file:|\/(?:Users|home)\/)/.test(path)) return null;
  return path.split(/[\\/]+/).findLast((part) => part !== '') ?? null;
}

/** Whether a whole path is a folder or lies in it. */
export function isWithin(whole: string, folder: string): boolean {
  return `${whole}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The ending of a path in lower case, without its dot; empty when it has none. */
export function extensionOf(path: string): string {
  return /[^/\\]\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** The ending of a path that may hold placeholders; null when a placeholder decides it. */
export function extensionOfText(path: Text): string | null {
  if (path.parts.at(-1)?.kind === 'placeholder') return null;
  return extensionOf(path.parts.map((part) => (part.kind === 'literal' ? part.text : 'x')).join(''));
}

/** Whether a path, by its ending, can be loaded as a type. */
export function isLoadable(path: string, type: LoadType): boolean {
  const rules = LOADABLE[type];
  const extension = extensionOf(path);
  if (path.endsWith('/') || path.endsWith('\\')) return rules.folder;
  if (isPattern(path)) return rules.folder && (extension === '' || rules.extensions.includes(extension));
  if (extension === '') return true;
  // A folder's name may hold a dot; only the endings of known files say that it is none.
  if (!rules.file)
    return !rules.extensions.includes(extension) && !LOADABLE.FILE.extensions.includes(extension);
  return rules.extensions.includes(extension);
}
