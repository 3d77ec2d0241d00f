import { OPERATOR_SYNONYMS } from '../vocabulary/synonyms.js';
import { TEXT } from './masked-line.js';

/** A pattern that matches any of the words or phrases; accents are optional. */
export const anyOf = (words: readonly string[]): string =>
  `(?:${words
    .join('|')
    .replaceAll(' ', '\\s+')
    .replace(/\p{Lu}/gu, (letter) => {
      const plain = letter.normalize('NFD').charAt(0);
      return plain === letter ? letter : `[${letter}${plain}]`;
    })
    .replaceAll('ß', '(?:ß|SS)')})`;

/** A pattern that matches operators and their synonyms. */
export const spellingsOf = (...meant: readonly string[]): string =>
  anyOf([
    ...meant,
    ...OPERATOR_SYNONYMS.flatMap(([spelling, operator]) => (meant.includes(operator) ? spelling : [])),
  ]);

const patterns =
  (flags: string) =>
  (template: TemplateStringsArray, ...parts: readonly (string | readonly string[])[]): RegExp =>
    new RegExp(
      String.raw(template, ...parts.map((part) => (typeof part === 'string' ? part : anyOf(part)))),
      flags,
    );

/** A case-insensitive pattern; an interpolated list of words matches any of them. */
export const like = patterns('iu');
/** The same with the global flag. */
export const everywhere = patterns('giu');

export const NAME = '[\\p{L}_][\\p{L}\\p{N}_]*';
export const VALUE = `(?:${TEXT}|\\{?${NAME}\\}?|\\d+(?:[.,]\\d+)?)`;
export const CONTAIN = spellingsOf('CONTAINS');
