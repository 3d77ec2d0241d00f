import { LOADABLE } from '../vocabulary/file-kinds.js';
import { extensionOf } from './paths.js';

/** So much of a script is looked through. */
const MOST_CHARACTERS = 200_000;

/**
 * The tables among some whole paths that a script may load: their names stand in it, however the line around them is
 * written. Those come first of whose folders the most are named too.
 */
export function tablesNamedIn(script: string, files: readonly string[]): string[] {
  const text = script.slice(0, MOST_CHARACTERS).normalize('NFC');
  const found = files.flatMap((file) => {
    if (!LOADABLE.FILE.extensions.includes(extensionOf(file))) return [];
    const parts = file.normalize('NFC').split('/');
    const name = parts.pop() ?? '';
    if (!text.includes(name)) return [];
    return [{ file, folders: parts.filter((part) => text.includes(part)).length - parts.length }];
  });
  return found.sort((left, right) => right.folders - left.folders).map(({ file }) => file);
}
