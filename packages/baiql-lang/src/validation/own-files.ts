import { extensionOfText, resolvePath } from '../source/paths.js';
import { isPattern } from '../source/patterns.js';
import { type Line, type LoadLine, type OutputLine, plainText, type Text } from '../tree/index.js';
import { DEFAULT_PATH_IN, DEFAULT_PATH_OUT } from '../vocabulary/file-kinds.js';
import type { LineFolders } from './folders.js';
import { KnownFiles } from './known-files.js';
import type { Scopes } from './scopes.js';

export interface OwnFileReaders {
  /** Lines that read files an earlier batch of the same run may write, so that their content is unknown. */
  readonly readers: ReadonlySet<Line>;
  /**
   * Lines that read an OUTPUT's file by the name written there, although it writes one file per transaction with other
   * names.
   */
  readonly misled: ReadonlyMap<Line, OutputLine>;
  /** Lines that look for such a file in PATH_IN, with its actual absolute path. */
  readonly misplaced: ReadonlyMap<Line, string>;
}

export function findOwnFileReaders(
  { batches }: Scopes,
  foldersOf: (line: Line) => LineFolders,
): OwnFileReaders {
  const readers = new Set<Line>();
  const misled = new Map<Line, OutputLine>();
  const misplaced = new Map<Line, string>();
  const written = new KnownFiles([]);
  const numbered = new Map<string, OutputLine>();
  /** Folders that may contain any file. */
  const open = new Set<string>();
  const mayRead = (whole: string): boolean => {
    const place = isPattern(whole) ? folderOf(whole.slice(0, whole.search(/[*?]/))) : withoutSlash(whole);
    if (written.has(place)) return true;
    for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1))
      if (open.has(place.slice(0, end))) return true;
    return false;
  };
  for (const { lines, loads } of batches) {
    for (const line of lines) {
      const path = line.kind === 'load' ? line.path : line.kind === 'get' ? line.file : null;
      const plain = path === null ? null : plainText(path);
      const whole = plain === null ? null : absolutePath(foldersOf(line).in ?? DEFAULT_PATH_IN, plain);
      const output = whole === null || written.has(whole) ? undefined : numbered.get(whole);
      if (output !== undefined) misled.set(line, output);
      else if (whole !== null && mayRead(whole)) readers.add(line);
      const inOutput = plain === null ? null : absolutePath(foldersOf(line).out ?? DEFAULT_PATH_OUT, plain);
      if (inOutput !== null && (written.has(inOutput) || numbered.has(inOutput)))
        misplaced.set(line, inOutput);
    }
    for (const line of lines) {
      const folder = foldersOf(line).out ?? DEFAULT_PATH_OUT;
      const place = placeWritten(line, folder);
      if (place === null) continue;
      if (line.kind === 'output' && !line.broken && hasOtherNames(line, loads)) {
        const whole = absolutePath(folder, line.path === null ? '' : (plainText(line.path) ?? ''));
        if (whole !== null) numbered.set(whole, line);
      }
      written.add(place.path);
      if (place.isFolder) open.add(place.path);
      else written.add(`${place.path}.errors.csv`);
    }
  }
  return { readers, misled, misplaced };
}

/** The file a line writes; its folder, if it writes several or the name is unknown. */
function placeWritten(line: Line, folder: string): { path: string; isFolder: boolean } | null {
  const isUnclear = line.kind === 'unknown' || (line.kind === 'output' && line.broken);
  if (isUnclear) return { path: withoutSlash(folder), isFolder: true };
  if ((line.kind !== 'output' && line.kind !== 'make-log') || line.path === null) return null;
  const plain = plainText(line.path);
  const [first] = line.path.parts;
  const whole = absolutePath(folder, plain ?? (first?.kind === 'literal' ? first.text : ''));
  const isFolder = plain === null || (line.kind === 'output' && isForEach(line));
  return whole === null ? null : { path: isFolder ? folderOf(whole) : whole, isFolder };
}

/** The default of a run: documents are one per transaction, tables one for all. */
function isForEach({ path, grouping }: OutputLine): boolean {
  const extension = path === null ? null : extensionOfText(path);
  return grouping === null ? extension === 'txt' || extension === 'docx' : grouping.word !== 'AGGREGATE';
}

/** `letter-0001.txt`, or `essay.txt` after the transaction's file: none of its files has the written name. */
function hasOtherNames(line: OutputLine, loads: readonly LoadLine[]): boolean {
  // Without a source there is one transaction, whose file has the name as written.
  if (loads.every(({ type }) => type?.word === 'REF')) return false;
  const own = line.path === null ? null : stemOf(line.path);
  return isForEach(line) && !loads.some(({ path }) => path !== null && stemOf(path) === own);
}

/** A file's name without extension. */
function stemOf(path: Text): string | null {
  const [, stem = null] = /([^/]*?)(?:\.[^./]*)?$/.exec(plainText(path) ?? '') ?? [];
  return stem;
}

/** Longer ones are unrealistic and ignored. */
const LONGEST_PATH = 1_000;

function absolutePath(folder: string, path: string): string | null {
  const whole = resolvePath(folder, path);
  return whole === null || whole.length > LONGEST_PATH ? null : whole;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
