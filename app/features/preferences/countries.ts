import { createMatcher } from '@promptwell/text/search';
import { searchKey } from '@promptwell/text/search-key';

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const MAX_FOUND = 50;

/** Whether this is the upper-case code of a current country (ISO 3166-1 alpha-2). */
export const isCountryCode = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  // Groups such as EU, and the code of an unknown country.
  !['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'].includes(code) &&
  NAMES.of(code) !== undefined &&
  // Retired codes resolve to their successors.
  new Intl.Locale(`und-${code}`).region === code;

export const countryName = (code: string): string => NAMES.of(code) ?? code;

let countries: readonly { id: string; label: string }[] | undefined;

export function listCountries(): readonly { id: string; label: string }[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  countries ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountryCode)
    .map((id) => ({ id, label: countryName(id) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return countries;
}

/** Countries whose name contains the text or whose code equals it; prefix matches first. */
export function findCountries(text: string): { id: string; label: string }[] {
  const matches = createMatcher(text);
  const wanted = searchKey(text.trim());
  const found = listCountries().filter(({ id, label }) => matches(label) || searchKey(id) === wanted);
  const begins = ({ label }: { label: string }): boolean => searchKey(label).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((country) => !begins(country))].slice(0, MAX_FOUND);
}
