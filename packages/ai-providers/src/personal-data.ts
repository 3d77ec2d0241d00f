import type { CountryCode } from 'libphonenumber-js';
import { findPaymentCards } from './personal-data/payment-cards.js';
import { findPhoneNumbers } from './personal-data/phone-numbers.js';
import { type Shape, SHAPES } from './personal-data/shapes.js';

export { isSupportedCountry as isHomeCountry } from 'libphonenumber-js';

/** Where numbers without a country's prefix are dialed: ISO 3166, two letters. */
export type HomeCountry = CountryCode;
export const DEFAULT_HOME_COUNTRY: HomeCountry = 'US';

export type PersonalDataKind = Shape['kind'] | 'card' | 'phone';

/** Personal data that can be told by its shape, and keys that whoever has them can use. */
export interface PersonalDataItem {
  kind: PersonalDataKind;
  text: string;
  start: number;
  end: number;
}

/** Where an item stands, without its text. */
export type FoundData = Omit<PersonalDataItem, 'text'>;

export interface PersonalDataOptions {
  homeCountry?: HomeCountry;
  limit?: number;
}

export const MAX_ITEMS = 10;
export const REDACTED = '[redacted]';

/** How far around a find is looked at what stands there. */
const AROUND = 80;

/** In the order of the text, at most `limit`, which is ten. Linear in the text's length. */
export function findPersonalData(
  text: string,
  { homeCountry = DEFAULT_HOME_COUNTRY, limit = MAX_ITEMS }: PersonalDataOptions = {},
): PersonalDataItem[] {
  const items: PersonalDataItem[] = [];
  let unclaimed = plainCharacters(text);
  /** What was found is blotted out, so that it is neither found twice nor part of something else. */
  function claim(kind: PersonalDataKind, places: readonly { start: number; end: number }[]): void {
    if (places.length === 0) return;
    let rest = '';
    let from = 0;
    for (const { start, end } of places) {
      items.push({ kind, text: text.slice(start, end), start, end });
      rest += unclaimed.slice(from, start) + '\0'.repeat(end - start);
      from = end;
    }
    unclaimed = rest + unclaimed.slice(from);
  }
  for (const shape of SHAPES) claim(shape.kind, placesOf(shape, unclaimed));
  claim('card', findPaymentCards(unclaimed));
  claim('phone', findPhoneNumbers(unclaimed, homeCountry));
  return items.sort((a, b) => a.start - b.start).slice(0, limit);
}

function placesOf({ pattern, needs, lengthOf }: Shape, text: string): { start: number; end: number }[] {
  if (needs !== undefined && !text.includes(needs)) return [];
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index: start }) => {
    const after = start + found.length;
    const length =
      lengthOf === undefined
        ? found.length
        : lengthOf(found, text.slice(Math.max(0, start - AROUND), start), text.slice(after, after + AROUND));
    return length === 0 ? [] : [{ start, end: start + length }];
  });
}

/** Replaces every find, not only the first ten: what is sent must be clean. */
export function redactPersonalData(
  text: string,
  options: Pick<PersonalDataOptions, 'homeCountry'> = {},
): string {
  let redacted = '';
  let from = 0;
  for (const item of findPersonalData(text, { ...options, limit: Number.POSITIVE_INFINITY })) {
    redacted += text.slice(from, item.start) + REDACTED;
    from = item.end;
  }
  return redacted + text.slice(from);
}

/** Decimal digits of other scripts, by the character for 0; each has its ten in a row. */
const ZEROS = ['０', '٠', '۰', '०', '০', '๐'].map((zero) => zero.charCodeAt(0));
const OTHER_DIGIT = /[０-９٠-٩۰-۹०-९০-৯๐-๙]/g;
const OTHER_BLANK = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const OTHER_HYPHEN = /[\u2010-\u2015\u2212\uff0d]/g;

/**
 * The text with one kind of digit, blank and hyphen, so that numbers are found however they were typed. Each character
 * becomes one character: places in the result are places in the text.
 */
const plainCharacters = (text: string): string =>
  text
    .replace(OTHER_DIGIT, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
    })
    .replace(OTHER_BLANK, ' ')
    .replace(OTHER_HYPHEN, '-')
    .replaceAll('＠', '@')
    .replaceAll('＋', '+');
