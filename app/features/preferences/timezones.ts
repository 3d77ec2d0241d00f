import { createMatcher } from '@promptwell/text/search';
import { searchKey } from '@promptwell/text/search-key';
import { listCountries } from './countries';
import { CITIES, CURRENT_NAMES } from './timezone-names';

/** All time zone names by their current spelling. JavaScript's list lacks UTC, and has some old names. */
const listZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone !== 'UTC')
    .map((zone) => CURRENT_NAMES[zone] ?? zone),
];

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The browser's time zone. */
export const localTimezone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

const MAX_FOUND = 50;

/** Newer than TypeScript's types: a getter that became a method. */
type LocaleWithZones = Intl.Locale & {
  timeZones?: readonly string[];
  getTimeZones?: () => readonly string[];
};

/** Names of countries by zone, old and current. */
function countriesByZone(): ReadonlyMap<string, string> {
  const countries = listCountries().flatMap(({ id, label }) => {
    const locale = new Intl.Locale(`und-${id}`) as LocaleWithZones;
    const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
    return zones.map((zone) => [CURRENT_NAMES[zone] ?? zone, label] as const);
  });
  return new Map(countries);
}

const OLD_NAMES = new Map(Object.entries(CURRENT_NAMES).map(([old, current]) => [current, old]));

interface SearchableZone {
  zone: string;
  /** Its own name, its country, and cities in several spellings. */
  names: string;
  parts: readonly string[];
}

let zones: readonly SearchableZone[] | undefined;
function searchableZones(): readonly SearchableZone[] {
  if (zones) return zones;
  const countries = countriesByZone();
  zones = [...new Set(listZones())].map((zone) => ({
    zone,
    names: [zone, OLD_NAMES.get(zone), countries.get(zone), CITIES[zone]].join('\n'),
    parts: searchKey(zone).replaceAll('_', ' ').split('/'),
  }));
  return zones;
}

/**
 * Time zones found by city, country or own name, accents aside; those whose name begins with the text come first, in
 * current spelling (Kolkata, Kyiv).
 */
export function findTimezones(text: string): { id: string; label: string }[] {
  const matches = createMatcher(text);
  const wanted = searchKey(text.trim()).replaceAll('_', ' ');
  const found = searchableZones().filter(({ names }) => matches(names));
  const begins = ({ parts }: { parts: readonly string[] }): boolean =>
    parts.some((part) => part.startsWith(wanted));
  return [...found.filter(begins), ...found.filter((each) => !begins(each))]
    .slice(0, MAX_FOUND)
    .map(({ zone }) => ({ id: zone, label: zone }));
}
