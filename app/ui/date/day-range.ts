import { getLocalTimeZone, parseDate, today, type CalendarDate } from '@internationalized/date';

/** Whole days of a calendar, both included: "2026-11-01". */
export type DayRange = { from: string; to: string };

export const END_BEFORE_START = 'End date must be on/after start date.';
const tooLong = (maxDays: number): string => `Select a range of up to ${String(maxDays)} days.`;

/** Which day it is there now. */
export const todayIn = (timeZone: string = getLocalTimeZone()): string => today(timeZone).toString();

/** The last so many days, with today as the last of them. */
export function lastDays(count: number, todayText: string): DayRange {
  return {
    from: parseDate(todayText)
      .subtract({ days: count - 1 })
      .toString(),
    to: todayText,
  };
}

/** How many days it takes in, both ends included. */
export const daysIn = ({ from, to }: DayRange): number => parseDate(to).compare(parseDate(from)) + 1;

/** What is wrong with a range, or nothing. */
export function checkRange(range: DayRange, maxDays: number): string | null {
  const days = daysIn(range);
  if (days < 1) return END_BEFORE_START;
  return days > maxDays ? tooLong(maxDays) : null;
}

/** The moments at which its first day begins and its last day is over, in that timezone; clocks may change between. */
export function momentsOf({ from, to }: DayRange, timeZone: string): { begin: Date; end: Date } {
  return { begin: parseDate(from).toDate(timeZone), end: parseDate(to).add({ days: 1 }).toDate(timeZone) };
}

/** Reads a day from an address; null for what is none. */
export function parseDay(text: string | null): CalendarDate | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}
