import type { Text } from '../tree/expressions.js';
import { DEFAULT_PATH_IN, DEFAULT_PATH_OUT, LOADABLE, type LoadType } from '../vocabulary/file-kinds.js';
import { isPattern } from './patterns.js';

/** Absolute or remote locations: a drive, a home folder, a share, a URL. */
const FOREIGN = /^(?:[A-Za-z]:(?![?*<>|" ])|~(?:\/|$)|\/\/|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/;

/**
 * Resolves a path against a folder to its full path, normalized (NFC) and without `.` and `..`; a trailing `/` is kept.
 * Null if it leaves the user's files.
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

/** The file name of a local path: a.csv for `C:\\Users\\me\\a.csv` and `~/a.csv`. Null for other paths. */
export function localFileName(path: string): string | null {
  if (!/^(?:[A-Za-z]:|~|\\\\|file:|\/(?:Users|home)\/)/.test(path)) return null;
  return path.split(/[\\/]+/).findLast((part) => part !== '') ?? null;
}

/** True if a full path is a folder or inside it. */
export function isWithin(whole: string, folder: string): boolean {
  return `${whole}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** A path's extension in lower case without dot; empty if it has none. */
export function extensionOf(path: string): string {
  return /[^/\\]\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** The extension of a path with placeholders; null if a placeholder determines it. */
export function extensionOfText(path: Text): string | null {
  if (path.parts.at(-1)?.kind === 'placeholder') return null;
  return extensionOf(path.parts.map((part) => (part.kind === 'literal' ? part.text : 'x')).join(''));
}

/** True if a path's extension can be loaded as a type. */
export function isLoadable(path: string, type: LoadType): boolean {
  const rules = LOADABLE[type];
  const extension = extensionOf(path);
  if (path.endsWith('/') || path.endsWith('\\')) return rules.folder;
  if (isPattern(path)) return rules.folder && (extension === '' || rules.extensions.includes(extension));
  if (extension === '') return true;
  // A folder's name may contain a dot; only known extensions identify a file.
  if (!rules.file)
    return !rules.extensions.includes(extension) && !LOADABLE.FILE.extensions.includes(extension);
  return rules.extensions.includes(extension);
}
