import { FILLER_WORDS, meantBy, OPTION_SYNONYMS } from '../vocabulary/synonyms.js';
import { TEXT } from './masked-line.js';

/** What follows a command, masked, and how to see what a text says. */
export interface Rest {
  readonly text: string;
  readonly unmask: (text: string) => string;
}

/** The ways in which what follows a command may have been meant, the likeliest first; whole lines, masked. */
export type Arrange = (rest: Rest) => readonly string[];

export const IS_TEXT = new RegExp(`^${TEXT}$`);
export const PATH_LIKE = /^[^\s"]*[./\\*][^\s"]*$/;
const NUMBER = /^-?[$€£]?(\d+(?:\.\d+)?|\.\d+)(?:x|[$€£])?$/i;

export const isFiller = (word: string): boolean =>
  FILLER_WORDS.includes(word.toUpperCase()) || /^[=:,;>-]+$/.test(word);

/** Parts between blanks; signs that glue an option to its value are taken for blanks. */
export const partsOf = (text: string): string[] =>
  text
    .replace(/(?<=[\p{L}])\s*[=:]\s*(?=[\d.$€])/gu, ' ')
    .split(/\s+/)
    .filter((part) => part !== '');

export const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

/** `1,000` is a thousand; with any other digits behind it, or a 0 before it, a comma is a point: `2,50`. */
export const plainDigits = (text: string): string =>
  text
    .replace(/(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g, (number) => number.replaceAll(',', ''))
    .replace(/(?<=\d),(?=\d)/g, '.');

/** A number as the language writes it; null for anything else. */
export function numberIn(part: string | undefined): string | null {
  return NUMBER.exec(plainDigits(part ?? ''))?.[1]?.replace(/^\./, '0.') ?? null;
}
/** Options of a number each, in whatever way they are written: `TEMP=0.2`, `temperature: 0,2`. */
export function counted(
  parts: readonly string[],
  known: readonly string[],
): { rest: string[]; options: string[] } | null {
  const rest: string[] = [];
  const options: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? '';
    const pair = `${part}${parts[index + 1] ?? ''}`;
    const isPair =
      /^\p{L}+$/u.test(part) &&
      known.includes(meantBy(pair, OPTION_SYNONYMS) ?? '') &&
      numberIn(parts[index + 2]) !== null;
    const option = meantBy(isPair ? pair : part, OPTION_SYNONYMS);
    if (option === null || !known.includes(option)) {
      rest.push(part);
      continue;
    }
    index += isPair ? 2 : 1;
    const number = numberIn(parts[index]);
    if (number === null) return null;
    options.push(`${option} ${number}`);
  }
  return { rest, options };
}
