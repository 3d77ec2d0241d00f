import { COMMAND_SYNONYMS, endingOf, meantBy } from '../vocabulary/synonyms.js';

/** Typographic dashes and the minus sign, for a character class. */
export const DASHES = '\\u2010-\\u2015\\u2212';

const WORD = "[\\p{L}#]+(?:['’][\\p{L}]+)*";
const PHRASES = [4, 3, 2, 1].map(
  (count) => new RegExp(`^(${WORD}(?:[\\s_.\\\\${DASHES}-]+${WORD}){${count - 1}})(?![\\p{L}\\p{N}_])`, 'u'),
);

export interface Phrase {
  readonly command: string;
  readonly rest: string;
  /** Whether it is in upper case, like commands. */
  readonly isUpper: boolean;
}

/** The first one to four words of a line, longest phrase first. */
export function phrasesOf(text: string): string[] {
  return PHRASES.flatMap((form) => form.exec(text)?.[1] ?? []);
}

/** The commands that a line may begin with, longest phrase first. */
export function commandsOf(text: string): Phrase[] {
  return phrasesOf(text).flatMap((phrase): Phrase[] => {
    const rest = text.slice(phrase.length).trim();
    const command = meantBy(phrase, COMMAND_SYNONYMS) ?? (/\p{L}/u.test(rest) ? null : endingOf(phrase));
    return command === null ? [] : [{ command, rest, isUpper: phrase === phrase.toUpperCase() }];
  });
}
