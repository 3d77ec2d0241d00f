import type { FileEntry } from './schema';

type LoadType = 'FILE' | 'LINES' | 'WORK' | 'REF' | 'DIR';

/** The LOAD types that fit each file extension, most likely first. */
const TYPES: Readonly<Record<string, readonly LoadType[]>> = {
  ...every('csv', ['FILE', 'LINES']),
  ...every('tsv xlsx ods json jsonl', ['FILE']),
  ...every('txt md', ['WORK', 'REF', 'LINES']),
  ...every('pdf docx odt rtf pptx epub eml html', ['WORK', 'REF']),
  ...every('png jpg jpeg webp gif bmp avif heic tif tiff', ['WORK']),
};
const OF_FOLDER: readonly LoadType[] = ['WORK', 'DIR'];

/** Short explanations for users who haven't read the reference. */
const MEANINGS: Readonly<Record<LoadType, string>> = {
  FILE: 'its rows',
  LINES: 'its lines',
  WORK: 'to work on',
  REF: 'reference for every prompt',
  DIR: 'files to join to rows',
};

function every(endings: string, types: readonly LoadType[]): Record<string, readonly LoadType[]> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, types]));
}

const INPUT = '/data/input/';

export interface LoadLine {
  type: LoadType;
  /** "As FILE: its rows". */
  label: string;
  /** `LOAD "roster.csv" AS FILE` */
  line: string;
}

/** The LOAD lines for a file or folder. Files in the output folder are named by their full path. */
export function loadLinesOf({ name, path, kind }: Pick<FileEntry, 'name' | 'path' | 'kind'>): LoadLine[] {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const types = kind === 'folder' ? OF_FOLDER : (TYPES[ending] ?? []);
  const written = path.startsWith(INPUT) ? path.slice(INPUT.length) : path;
  const quoted = written.replace(/\/$/u, '').replace(/[\\"]/gu, '\\$&');
  return types.map((type) => ({
    type,
    label: `As ${type}: ${MEANINGS[type]}`,
    line: `LOAD "${quoted}" AS ${type}`,
  }));
}
