import { toCalendarDate, fromDate, type CalendarDate } from '@internationalized/date';
import { formatCountOf } from './format-count';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating formats is slow, and tables need one per row. */
function formatOf(timeZone: string, timeStyle: 'short' | undefined): Intl.DateTimeFormat {
  const key = `${timeZone} ${timeStyle ?? ''}`;
  const kept = formats.get(key);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeZone,
    ...(timeStyle ? { timeStyle } : {}),
  });
  formats.set(key, made);
  return made;
}

/** "Nov 21, 2026" in that timezone. */
export const formatDate = (date: Date, timeZone: string): string =>
  formatOf(timeZone, undefined).format(date);

/** "Nov 21" in that timezone, for nearby days. */
export const formatDay = (date: Date, timeZone: string): string =>
  date.toLocaleDateString('en-US', { timeZone, month: 'short', day: 'numeric' });

/**
 * "Nov 21, 2026, 3:04 PM" in that timezone. Normalizes the space before PM, which differs between browsers and Node.
 */
export const formatDateTime = (date: Date, timeZone: string): string =>
  formatOf(timeZone, 'short').format(date).replaceAll('\u202f', ' ');

/** "3:04 PM" in that timezone, or "Nov 21, 3:04 PM" if it is not today. */
export function formatClock(date: Date, now: Date, timeZone: string): string {
  const clock = date.toLocaleTimeString('en-US', { timeZone, timeStyle: 'short' }).replaceAll('\u202f', ' ');
  if (dayOf(date, timeZone).compare(dayOf(now, timeZone)) === 0) return clock;
  return `${formatDay(date, timeZone)}, ${clock}`;
}

const dayOf = (date: Date, timeZone: string): CalendarDate => toCalendarDate(fromDate(date, timeZone));

const ago = (count: number, unit: string): string => `${formatCountOf(count, unit)} ago`;

const DAYS_A_WEEK = 7;
const DAYS_UNTIL_DATE = 30;

/**
 * Relative time: minutes and hours within a day, then calendar days of that timezone, weeks from seven days, the date
 * from thirty. Times in the future are "just now", because clocks differ.
 */
export function formatRelative(date: Date, now: Date, timeZone: string): string {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return ago(minutes, 'minute');
  if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
  const days = dayOf(now, timeZone).compare(dayOf(date, timeZone));
  if (days < DAYS_A_WEEK) return ago(Math.max(1, days), 'day');
  if (days < DAYS_UNTIL_DATE) return ago(Math.floor(days / DAYS_A_WEEK), 'week');
  return formatDate(date, timeZone);
}
