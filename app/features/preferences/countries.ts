const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const MAX_FOUND = 50;

/** Whether these are the two letters of a country of today (ISO 3166-1), in upper case. */
export const isCountryCode = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  // Groups such as EU, and the unknown country.
  !['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'].includes(code) &&
  NAMES.of(code) !== undefined &&
  // A code that is no longer used leads to the one that took its place.
  new Intl.Locale(`und-${code}`).region === code;

export const countryName = (code: string): string => NAMES.of(code) ?? code;

let countries: readonly { id: string; label: string }[] | undefined;

function listCountries(): readonly { id: string; label: string }[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  countries ??= letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter(isCountryCode)
    .map((id) => ({ id, label: countryName(id) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return countries;
}

/** The countries whose name contains the text, or whose code it is; those that begin with it come first. */
export function findCountries(text: string): { id: string; label: string }[] {
  const wanted = text.trim().toLowerCase();
  const found = listCountries().filter(
    ({ id, label }) => label.toLowerCase().includes(wanted) || id.toLowerCase() === wanted,
  );
  const begins = ({ label }: { label: string }): boolean => label.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((country) => !begins(country))].slice(0, MAX_FOUND);
}
