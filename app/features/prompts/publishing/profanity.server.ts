import { DataSet, englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import {
  AMBIGUOUS_ENGLISH,
  ENGLISH_PREFIXES,
  ENGLISH_SUFFIXES,
  PROFANE_PHRASES,
  PROFANE_WORDS,
} from './profane-words';

interface ProfanityInput {
  title: string;
  content: string;
  description?: string;
}

/** Characters checked per slice: a whole prompt of 100,000 characters would block the event loop. */
const PIECE_CHARACTERS = 10_000;
const OVERLAP_CHARACTERS = 100;

const english = new RegExpMatcher({
  ...new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => AMBIGUOUS_ENGLISH.has(metadata?.originalWord ?? ''))
    .build(),
  ...englishRecommendedTransformers,
});
/** Whole words of the other languages, with optional spaces, points and hyphens between their parts. */
const others = wordPattern(Object.values(PROFANE_WORDS).flatMap((words) => words.split(' ')));
const phrases = new RegExp(PROFANE_PHRASES.join('|'), 'u');

/** Whether a title or text contains profanity that requires a review. */
export function isProfane({ title, content, description = '' }: ProfanityInput): boolean {
  return piecesOf(`${title}\n${description}\n${content}`).some((piece) => {
    const text = joinSpacedLetters(piece.normalize('NFKC'));
    return hasEnglish(text) || others.test(squeeze(text)) || phrases.test(text);
  });
}

/** Joins "f u c k" and "f.u.c.k". */
const joinSpacedLetters = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}'’])\p{L}(?:[ .*_-]{1,2}\p{L}(?!\p{L})){2,}/gu, (letters) =>
    letters.replace(/[ .*_-]/g, ''),
  );

/** Collapses repeated letters, as in "merdeee". */
const squeeze = (text: string): string => text.toLowerCase().replace(/(\p{L})\1{2,}/gu, '$1');

function hasEnglish(text: string): boolean {
  return english.getAllMatches(text).some(({ startIndex, endIndex }) => {
    const before = /\p{L}*$/u.exec(text.slice(0, startIndex))?.[0] ?? '';
    const after = /^\p{L}*/u.exec(text.slice(endIndex + 1))?.[0] ?? '';
    return isPartOfWord(before, ENGLISH_PREFIXES) && isPartOfWord(after, ENGLISH_SUFFIXES);
  });
}

const isPartOfWord = (part: string, known: ReadonlySet<string>): boolean =>
  part === '' || known.has(part.toLowerCase());

function wordPattern(words: readonly string[]): RegExp {
  const pattern = words
    .map((word) => word.replace(/^\*/, '\\p{L}*').replace(/\*$/, '\\p{L}*').replaceAll('_', '\\s'))
    .join('|');
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${pattern})(?![\\p{L}\\p{M}])`, 'u');
}

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / PIECE_CHARACTERS);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS + OVERLAP_CHARACTERS),
  );
}
