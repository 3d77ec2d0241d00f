import { COMMAND_SYNONYMS, endingOf, meantBy } from '../vocabulary/synonyms.js';

/** The dashes that word processors make of a hyphen, and the minus, for a class of regular expressions. */
export const DASHES = '\\u2010-\\u2015\\u2212';

const WORD = "[\\p{L}#]+(?:['’][\\p{L}]+)*";
const PHRASES = [4, 3, 2, 1].map(
  (count) => new RegExp(`^(${WORD}(?:[\\s_.\\\\${DASHES}-]+${WORD}){${count - 1}})(?![\\p{L}\\p{N}_])`, 'u'),
);

export interface Phrase {
  readonly command: string;
  readonly rest: string;
  /** Whether it is written as commands are. */
  readonly isUpper: boolean;
}

/** The one to four words that a line begins with, the most first. */
export function phrasesOf(text: string): string[] {
  return PHRASES.flatMap((form) => form.exec(text)?.[1] ?? []);
}

/** The commands that a line may begin with, by the table, the longest phrase first. */
export function commandsOf(text: string): Phrase[] {
  return phrasesOf(text).flatMap((phrase): Phrase[] => {
    const rest = text.slice(phrase.length).trim();
    const command = meantBy(phrase, COMMAND_SYNONYMS) ?? (/\p{L}/u.test(rest) ? null : endingOf(phrase));
    return command === null ? [] : [{ command, rest, isUpper: phrase === phrase.toUpperCase() }];
  });
}
