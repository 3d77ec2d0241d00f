import { OPERATOR_SYNONYMS } from '../vocabulary/synonyms.js';
import { TEXT } from './masked-line.js';

/** A pattern of one of some words or phrases; accents may be left out. */
export const anyOf = (words: readonly string[]): string =>
  `(?:${words
    .join('|')
    .replaceAll(' ', '\\s+')
    .replace(/\p{Lu}/gu, (letter) => {
      const plain = letter.normalize('NFD').charAt(0);
      return plain === letter ? letter : `[${letter}${plain}]`;
    })
    .replaceAll('ß', '(?:ß|SS)')})`;

/** A pattern of some operators, and of what people write for them. */
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

/** A pattern, in whatever case; in place of a list of words stands any of them. */
export const like = patterns('iu');
/** The same, wherever it is found. */
export const everywhere = patterns('giu');

export const NAME = '[\\p{L}_][\\p{L}\\p{N}_]*';
export const VALUE = `(?:${TEXT}|\\{?${NAME}\\}?|\\d+(?:[.,]\\d+)?)`;
export const CONTAIN = spellingsOf('CONTAINS');
