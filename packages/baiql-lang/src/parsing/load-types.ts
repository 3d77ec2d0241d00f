import { nearest } from '../source/nearest.js';
import { extensionOf, isLoadable } from '../source/paths.js';
import { LOAD_TYPES, type LoadType } from '../vocabulary/vocabulary.js';

/** What people call the types of a LOAD. */
const SYNONYMS: Readonly<Record<LoadType, readonly string[]>> = {
  FILE: [
    'CSV',
    'TSV',
    'TABLE',
    'SHEET',
    'SPREADSHEET',
    'EXCEL',
    'XLSX',
    'XLS',
    'JSON',
    'JSONL',
    'DATA',
    'ROWS',
  ],
  DIR: ['FOLDER', 'DIRECTORY', 'FOLDERS', 'FILES'],
  REF: ['REFERENCE', 'DOCUMENT', 'DOC', 'DOCX', 'PDF', 'CONTEXT', 'SOURCE'],
  WORK: ['WORKS', 'INPUT', 'INPUTS', 'TASK', 'TASKS', 'ESSAYS', 'DOCUMENTS'],
  LINES: ['TEXT', 'TXT', 'LIST', 'ITEMS'],
};

/** The type that was meant by another word, as far as a path can be loaded so; null when there is none. */
export function loadTypeFor(word: string, path: string): LoadType | null {
  const near = nearest(word, LOAD_TYPES);
  const upper = word.toUpperCase();
  const meant =
    LOAD_TYPES.find((type) => type === near) ?? LOAD_TYPES.find((type) => SYNONYMS[type].includes(upper));
  return meant !== undefined && isLoadable(path, meant) ? meant : null;
}

/** The type that a path by itself calls for: a table is a FILE, a folder a DIR. Null when it may be several. */
export function plainTypeOf(path: string): LoadType | null {
  if (path.endsWith('/') || path.includes('*')) return isLoadable(path, 'DIR') ? 'DIR' : null;
  return TABLES.has(extensionOf(path)) ? 'FILE' : null;
}

const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv', 'xlsx', 'jsonl']);
