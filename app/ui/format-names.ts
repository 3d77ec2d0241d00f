const list = new Intl.ListFormat('en-US');

/** "daily limit, model, and timezone". */
export const formatList = (names: readonly string[]): string => list.format(names);

/** The first names and the number of the others: "one, two and 5 more". */
export function formatNames(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}`;
}
