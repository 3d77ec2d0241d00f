import { isSupportedCountry, type CountryCode } from 'libphonenumber-js';
import { countriesOfLanguage } from './personal-data/languages.js';
import { findNationalNumbers, type NationalNumberFound } from './personal-data/national-numbers.js';
import { findPaymentCards } from './personal-data/payment-cards.js';
import { findPhoneNumbers } from './personal-data/phone-numbers.js';
import { plainCharacters } from './personal-data/plain-characters.js';
import { type Shape, SHAPES } from './personal-data/shapes.js';

/** A country whose phone and national numbers are looked for: ISO 3166, two letters. */
export type Country = CountryCode;
export const DEFAULT_COUNTRIES: readonly Country[] = ['US'];
export const isCountry = (code: string): code is Country => isSupportedCountry(code);

export type PersonalDataKind = Shape['kind'] | NationalNumberFound['kind'] | 'card' | 'phone';

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
  /** Where the person and those they write about live. Countries where the text's language is spoken join them. */
  countries?: readonly Country[] | undefined;
  /** What `countriesOfLanguage` says of the whole text, where this is a part of it. */
  spokenIn?: readonly Country[];
  limit?: number;
}

export const MAX_ITEMS = 10;
export const REDACTED = '[redacted]';

/** How far around a find is looked at what stands there. */
const AROUND = 80;

/** In the order of the text, at most `limit`, which is ten. Linear in the text's length. */
export function findPersonalData(
  text: string,
  {
    countries = DEFAULT_COUNTRIES,
    spokenIn = countriesOfLanguage(text),
    limit = MAX_ITEMS,
  }: PersonalDataOptions = {},
): PersonalDataItem[] {
  const expected = [...new Set([...countries, ...spokenIn])];
  const items: PersonalDataItem[] = [];
  let unclaimed = plainCharacters(text);
  /** What was found is blotted out, so that it is neither found twice nor part of something else. */
  function claim(kind: PersonalDataKind, places: readonly Place[]): void {
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
  for (const kind of NATIONAL_KINDS) {
    claim(
      kind,
      withoutOverlaps(findNationalNumbers(unclaimed, expected).filter((found) => found.kind === kind)),
    );
  }
  claim('phone', findPhoneNumbers(unclaimed, expected));
  return items.sort((a, b) => a.start - b.start).slice(0, limit);
}

const NATIONAL_KINDS = ['account', 'national-id'] as const;

interface Place {
  start: number;
  end: number;
}

/** In order; of two that overlap, the one that begins first. */
function withoutOverlaps(places: readonly Place[]): Place[] {
  const kept: Place[] = [];
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (place.start >= (kept.at(-1)?.end ?? 0)) kept.push(place);
  }
  return kept;
}

function placesOf({ pattern, needs, lengthOf }: Shape, text: string): Place[] {
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
  options: Pick<PersonalDataOptions, 'countries'> = {},
): string {
  let redacted = '';
  let from = 0;
  for (const item of findPersonalData(text, { ...options, limit: Number.POSITIVE_INFINITY })) {
    redacted += text.slice(from, item.start) + REDACTED;
    from = item.end;
  }
  return redacted + text.slice(from);
}
