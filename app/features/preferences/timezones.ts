/** All time zone names. JavaScript's list lacks UTC. */
const listZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
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

/** Search terms of a name: "New York", "new_york" and "york" all match America/New_York. */
const searchable = (text: string): string => text.toLowerCase().replaceAll('_', ' ').trim();

/** Time zones whose name contains the text; matches at the beginning of a part come first. */
export function findTimezones(text: string): { id: string; label: string }[] {
  const wanted = searchable(text);
  const found = listZones().filter((zone) => searchable(zone).includes(wanted));
  const begins = (zone: string): boolean =>
    searchable(zone)
      .split('/')
      .some((part) => part.startsWith(wanted));
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))]
    .slice(0, MAX_FOUND)
    .map((zone) => ({ id: zone, label: zone }));
}
