import { isSupportedCountry, type CountryCode } from 'libphonenumber-js';
import { countriesOfLanguage } from './personal-data/languages.js';
import { findNationalNumbers, type NationalNumberFound } from './personal-data/national-numbers.js';
import { findPaymentCards } from './personal-data/payment-cards.js';
import { findPhoneNumbers } from './personal-data/phone-numbers.js';
import { plainCharacters } from './personal-data/plain-characters.js';
import { type Shape, SHAPES } from './personal-data/shapes.js';

/** ISO 3166 code (two letters) of a country whose phone and national numbers are detected. */
export type Country = CountryCode;
export const DEFAULT_COUNTRIES: readonly Country[] = ['US'];
export const isCountry = (code: string): code is Country => isSupportedCountry(code);

export type PersonalDataKind = Shape['kind'] | NationalNumberFound['kind'] | 'card' | 'phone';

/** Personal data recognizable by pattern, and leaked credentials. */
export interface PersonalDataItem {
  kind: PersonalDataKind;
  text: string;
  start: number;
  end: number;
}

/** An item's position, without its text. */
export type FoundData = Omit<PersonalDataItem, 'text'>;

export interface PersonalDataOptions {
  /** Countries of the user and the people they write about. Those where the text's language is spoken are added. */
  countries?: readonly Country[] | undefined;
  /** The result of `countriesOfLanguage` for the whole text, if this is a part of it. */
  spokenIn?: readonly Country[];
  limit?: number;
}

export const MAX_ITEMS = 10;
export const REDACTED = '[redacted]';

/** How much context around a match is examined. */
const AROUND = 80;

/** In text order, at most `limit` (default ten). Runs in linear time. */
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
  /** Matches are blanked out, so that they aren't found twice or as part of others. */
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
    claim(kind, withoutOverlaps(findNationalNumbers(unclaimed, kind, expected)));
  }
  claim('phone', findPhoneNumbers(unclaimed, expected));
  return items.sort((a, b) => a.start - b.start).slice(0, limit);
}

const NATIONAL_KINDS = ['account', 'national-id'] as const;

interface Place {
  start: number;
  end: number;
}

/** In order; of two overlapping items, the first. */
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

/** Replaces all items, not only the first ten. */
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
