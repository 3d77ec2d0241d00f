import { searchTerms } from '@promptwell/text';

/** A search in FTS5's query syntax, with each token quoted so that input has no effect on it; empty: no words. */
export const matchTerms = (search: string): string =>
  searchTerms(search)
    .map(({ token, isPrefix }) => `"${token}"${isPrefix ? ' *' : ''}`)
    .join(' AND ');
