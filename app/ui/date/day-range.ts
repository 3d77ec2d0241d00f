import { getLocalTimeZone, parseDate, today, type CalendarDate } from '@internationalized/date';

/** Calendar days, both inclusive: "2026-11-01". */
export type DayRange = { from: string; to: string };

/** A year below is one that isn't typed out yet. */
const FIRST_YEAR = 2000;
export const hasWholeYear = (day: string): boolean => parseDate(day).year >= FIRST_YEAR;
export const YEAR_TOO_SHORT = 'Enter the year with four digits, such as 2026.';
export const END_BEFORE_START = 'End date must be on/after start date.';
const tooLong = (maxDays: number): string => `Select a range of up to ${String(maxDays)} days.`;

/** Today in that timezone. */
export const todayIn = (timeZone: string = getLocalTimeZone()): string => today(timeZone).toString();

/** The last `count` days, including today. */
export function lastDays(count: number, todayText: string): DayRange {
  return {
    from: parseDate(todayText)
      .subtract({ days: count - 1 })
      .toString(),
    to: todayText,
  };
}

/** Number of days, both ends included. */
export const daysIn = ({ from, to }: DayRange): number => parseDate(to).compare(parseDate(from)) + 1;

/** The error message of an invalid range, or null. */
export function validateDayRange(range: DayRange, maxDays: number): string | null {
  if (![range.from, range.to].every(hasWholeYear)) return YEAR_TOO_SHORT;
  const days = daysIn(range);
  if (days < 1) return END_BEFORE_START;
  return days > maxDays ? tooLong(maxDays) : null;
}

/** Start of the first day and end of the last (exclusive) in that timezone. Daylight saving may change in between. */
export function toInstants({ from, to }: DayRange, timeZone: string): { begin: Date; end: Date } {
  return { begin: parseDate(from).toDate(timeZone), end: parseDate(to).add({ days: 1 }).toDate(timeZone) };
}

/** Parses a day of a URL; null if it is invalid. */
export function parseDay(text: string | null): CalendarDate | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}
