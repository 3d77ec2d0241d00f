import type { Text } from '../tree/expressions.js';
import { FILE_AREA, LOADABLE } from '../vocabulary/file-kinds.js';
import type { LoadType } from '../vocabulary/vocabulary.js';
import { isPattern } from './patterns.js';

const FOREIGN = /^(?:[A-Za-z]:|~|\\|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/;

/**
 * The whole path of what a script names below a folder, without `.` and `..`; null when it would leave the
 * user's file area.
 */
export function resolvePath(folder: string, path: string): string | null {
  if (FOREIGN.test(path) || path.includes('\0')) return null;
  const joined = path.startsWith('/') ? path : `${folder}/${path}`;
  const parts: string[] = [];
  for (const part of joined.split(/[/\\]/)) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  const whole = `/${parts.join('/')}${/[/\\]$/.test(path) && parts.length > 0 ? '/' : ''}`;
  return `${whole}/`.startsWith(FILE_AREA) ? whole : null;
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
