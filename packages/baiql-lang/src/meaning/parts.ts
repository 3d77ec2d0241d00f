import {
  AND_WORDS,
  COUNT_WORDS,
  FILLER_WORDS,
  LOAD_TYPE_SYNONYMS,
  meantBy,
  OPTION_SYNONYMS,
} from '../vocabulary/synonyms.js';
import { COMMAND_ENTRIES, numbersAfter, wordsIn } from '../vocabulary/vocabulary.js';
import { type MaskedLine, TEXT } from './masked-line.js';
import { like } from './patterns.js';

/** Returns possible readings of a command's operands, best first, as whole masked lines. */
export type Arrange = (rest: MaskedLine, command: string) => readonly string[];

export const IS_TEXT = new RegExp(`^${TEXT}$`);
export const HAS_TEXT = new RegExp(TEXT);
/** The full stop of a sentence isn't part of a path. */
export const PATH_LIKE = new RegExp(
  `^(?![^./\\\\*]*\\.$)(?:(?!${TEXT})[^\\s"])*[./\\\\*](?:(?!${TEXT})[^\\s"])*$`,
);
const NUMBER = /^-?[$€£]?(\d+(?:\.\d+)?|\.\d+)(?:x|[$€£])?$/i;

export const isFiller = (word: string): boolean =>
  FILLER_WORDS.includes(word.toUpperCase()) || /^[=:,;>-]+$/.test(word);

/** Splits at blanks; separators, and signs that attach a value to an option, count as blanks. */
export const partsOf = (text: string): string[] =>
  text
    .replace(BETWEEN_PARTS, ' ')
    .split(/\s+/)
    .filter((part) => part !== '');

const BETWEEN_PARTS = new RegExp(
  `[()=;]|(?<!\\d),|,(?!\\d)|:(?=\\s|$|${TEXT})|(?<=\\p{L}):(?=[\\d.$€])`,
  'gu',
);

export const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

const PARTED = like`[,;&+]|\s${AND_WORDS}\s`;

/** The names of a list; null if an item may be one name or several: `final score, reason`, `First Name`. */
export function namesIn(list: string): readonly string[] | null {
  const groups = list.split(PARTED);
  const isDoubtful = (group: string): boolean =>
    /\S\s+\S/.test(group) &&
    group !== group.toUpperCase() &&
    (groups.length > 1 || group !== group.toLowerCase());
  if (groups.some(isDoubtful)) return null;
  return groups.flatMap((group) => group.split(/\s+/)).filter((name) => name !== '');
}

/**
 * `1,000` is a thousand. Before any other number of digits, or after a leading 0, a comma is a decimal point: `2,50`,
 * `1.000,00`.
 */
export const plainDigits = (text: string): string =>
  text
    .replace(/(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?=,\d+(?![\d.,]))/g, (number) => number.replaceAll('.', ''))
    .replace(/(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g, (number) => number.replaceAll(',', ''))
    .replace(/(?<=\d),(?=\d)/g, '.');

/** A number in the language's syntax; null for anything else. */
export function numberIn(part: string | undefined): string | null {
  const [, thousands] = /^(\d+(?:\.\d+)?)k$/i.exec(part ?? '') ?? [];
  if (thousands !== undefined) return String(Number(thousands) * 1000);
  const digits = NUMBER.exec(plainDigits(part ?? ''))?.[1]?.replace(/^\./, '0.');
  return digits ?? meantBy(part ?? '', COUNT_WORDS);
}

/** The options of a command in the language's syntax, and its other operands without filler words. */
export interface Sorted {
  readonly options: readonly string[];
  readonly rest: readonly string[];
}

/** Separates the options of a command from its operands in any spelling: `TEMP=0.2`, `no cache`. */
export function sorted(command: string, parts: readonly string[]): Sorted | null {
  const known = OPTIONS.get(command);
  if (known === undefined) return null;
  const { synonyms, counted } = known;
  const rest: string[] = [];
  const options: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? '';
    const next = parts[index + 1] ?? '';
    const pair = /^\p{L}+ \p{L}+$/u.test(`${part} ${next}`) ? meantBy(part + next, synonyms) : null;
    const upper = part.toUpperCase();
    const isOther = PATH_LIKE.test(part) || (isFiller(part) && !(upper in synonyms));
    const option = pair ?? (isOther ? null : meantBy(part, synonyms));
    if (option === null) {
      if (!isFiller(part)) rest.push(part);
      continue;
    }
    if (pair !== null) index += 1;
    const number = counted.has(option) ? numberIn(parts[(index += 1)]) : undefined;
    if (number === null) return null;
    options.push(number === undefined ? option : `${option} ${number}`);
  }
  return { options: [...new Set(options)], rest };
}

const SYNONYMS: Readonly<Record<string, readonly string[]>> = { ...OPTION_SYNONYMS, ...LOAD_TYPE_SYNONYMS };

/** Names and synonyms of each command's options, and the options that take a number. */
const OPTIONS = new Map(
  [...COMMAND_ENTRIES].map(([command, { syntax }]) => {
    const words = wordsIn(syntax).flatMap((part) =>
      part.part === 'flag' || part.field !== null || part.leads ? part.words : [],
    );
    const synonyms = Object.fromEntries(words.map((word) => [word.toUpperCase(), SYNONYMS[word] ?? []]));
    return [command, { synonyms, counted: new Set(numbersAfter(command, syntax).map(([word]) => word)) }];
  }),
);
