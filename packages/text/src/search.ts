import { searchKey } from './search-key.js';

/**
 * Scripts that are written without spaces between words, or, as Korean, with words run together: every part of a run may
 * be a word.
 */
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const LETTER = '[\\p{L}\\p{N}]';
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');
const WORDS = new RegExp(`(?:(?=${UNSPACED})${LETTER}\\p{M}*)+|(?:(?!${UNSPACED})${LETTER}\\p{M}*)+`, 'gu');

/** Shorter words of scripts with spaces match where a word begins; longer ones also inside a word. */
const MIN_PART = 3;
/** Longest token. Longer words are found by several tokens, one for each such part. */
const MAX_TOKEN = 8;
const MAX_WORDS = 20;
/** Marks the first two letters of a word, which are a token of their own. */
const BEGINNING = '^';

/** A token to look up in an index of `searchTokens`, either whole or as the beginning of a token. */
export interface SearchTerm {
  token: string;
  isPrefix: boolean;
}

/** The words of a text by its search key: letters, digits and their marks. Without punctuation and symbols. */
export const searchWords = (text: string): string[] => searchKey(text).match(WORDS) ?? [];

/**
 * What an index keeps of a text, each token once: from every place of a word, up to eight letters. A part of a word is
 * then the beginning of a token, which any index that finds prefixes can look up. Tokens are letters, marks and digits,
 * or `^` and up to two letters.
 */
export function searchTokens(text: string): string[] {
  const tokens = new Set<string>();
  for (const word of new Set(searchWords(text))) {
    const letters = Array.from(word);
    const isUnspaced = STARTS_UNSPACED.test(word);
    if (!isUnspaced) tokens.add(`${BEGINNING}${letters.slice(0, MIN_PART - 1).join('')}`);
    const last = letters.length - (isUnspaced ? 1 : MIN_PART);
    for (let at = 0; at <= last; at += 1) tokens.add(letters.slice(at, at + MAX_TOKEN).join(''));
  }
  return [...tokens];
}

/** What an index of `searchTokens` must have for a search to find a text. Empty: the search has no words. */
export const searchTerms = (search: string): SearchTerm[] =>
  [...new Set(searchWords(search))].slice(0, MAX_WORDS).flatMap(termsOf);

function termsOf(word: string): SearchTerm[] {
  const letters = Array.from(word);
  if (matchesBeginning(word, letters.length)) return [{ token: `${BEGINNING}${word}`, isPrefix: false }];
  const starts = Array.from({ length: Math.ceil(letters.length / MAX_TOKEN) }, (_, part) =>
    Math.max(0, Math.min(part * MAX_TOKEN, letters.length - MAX_TOKEN)),
  );
  return starts.map((at) => ({ token: letters.slice(at, at + MAX_TOKEN).join(''), isPrefix: true }));
}

/**
 * Whether a text has all words of a search, by the rules of the index: `createMatcher(search)(text)`. A single letter
 * matches only itself, two letters where a word begins, more letters everywhere.
 */
export function createMatcher(search: string): (text: string) => boolean {
  const wanted = [...new Set(searchWords(search))].slice(0, MAX_WORDS).map((word) => {
    const { length } = Array.from(word);
    if (!matchesBeginning(word, length)) return (found: string) => found.includes(word);
    return length === 1 ? (found: string) => found === word : (found: string) => found.startsWith(word);
  });
  if (wanted.length === 0) return () => search.trim() === '';
  return (text) => {
    const words = searchWords(text);
    return wanted.every((isIn) => words.some(isIn));
  };
}

const matchesBeginning = (word: string, length: number): boolean =>
  length < MIN_PART && !STARTS_UNSPACED.test(word);
