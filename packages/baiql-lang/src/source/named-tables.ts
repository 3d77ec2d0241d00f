import { LOADABLE } from '../vocabulary/file-kinds.js';
import { extensionOf } from './paths.js';

const EXTENSIONS: ReadonlySet<string> = new Set([...LOADABLE.FILE.extensions, ...LOADABLE.LINES.extensions]);

/** Maximum number of characters searched. */
const MAX_CHARACTERS = 200_000;

/**
 * The tables and lists of lines, among the given full paths, that a script may load: their names occur in it, however the
 * line is written.
 * Those with the most matching folder names come first.
 */
export function tablesNamedIn(script: string, files: readonly string[]): string[] {
  const text = script.slice(0, MAX_CHARACTERS).normalize('NFC');
  const found = files.flatMap((file) => {
    if (!EXTENSIONS.has(extensionOf(file))) return [];
    const parts = file.normalize('NFC').split('/');
    const name = parts.pop() ?? '';
    if (!text.includes(name)) return [];
    return [{ file, folders: parts.filter((part) => text.includes(part)).length - parts.length }];
  });
  return found.sort((left, right) => right.folders - left.folders).map(({ file }) => file);
}

const ENCODING = /\bENCODING\s+"?([\w-]+)/u;

/** The ENCODING of the line that loads a table, given by its full path, however the line is written. */
export function encodingNamedFor(script: string, file: string): string | undefined {
  const name = file.normalize('NFC').split('/').pop() ?? '';
  const lines = script.slice(0, MAX_CHARACTERS).normalize('NFC').split('\n');
  const line = lines.find((each) => each.includes(name) && ENCODING.test(each));
  return line === undefined ? undefined : ENCODING.exec(line)?.[1];
}
