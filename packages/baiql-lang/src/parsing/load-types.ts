import { nearest } from '../source/nearest.js';
import { extensionOf, isLoadable } from '../source/paths.js';
import { LOAD_TYPE_SYNONYMS, meantBy } from '../vocabulary/synonyms.js';
import { LOAD_TYPES, type LoadType } from '../vocabulary/vocabulary.js';

/** The type that was meant by another word, as far as a path can be loaded so; null when there is none. */
export function loadTypeFor(word: string, path: string): LoadType | null {
  const near = nearest(word, LOAD_TYPES);
  const named = near ?? meantBy(word, LOAD_TYPE_SYNONYMS);
  const meant = LOAD_TYPES.find((type) => type === named);
  return meant !== undefined && isLoadable(path, meant) ? meant : null;
}

/** The type that a path by itself calls for: a table is a FILE, a folder a DIR. Null when it may be several. */
export function plainTypeOf(path: string): LoadType | null {
  if (path.endsWith('/') || path.includes('*')) return isLoadable(path, 'DIR') ? 'DIR' : null;
  return TABLES.has(extensionOf(path)) ? 'FILE' : null;
}

const TABLES: ReadonlySet<string> = new Set(['csv', 'tsv', 'xlsx', 'jsonl']);
