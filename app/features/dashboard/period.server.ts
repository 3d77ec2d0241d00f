import { fromDate, toCalendarDate, type CalendarDate } from '@internationalized/date';
import { HOUR_MS } from '~/core/shared/clock';
import { USAGE_RANGES, type UsageRange } from '~/features/billing/index.server';

/** One bar of a chart: a day in the user's time zone, or an hour of today. */
interface Slot {
  label: string;
  startMs: number;
  endMs: number;
}

export interface Period {
  range: UsageRange;
  days: number;
  startMs: number;
  endMs: number;
  slots: Slot[];
  /** The preceding period of the same number of days. */
  before: { startMs: number; endMs: number };
}

/**
 * The last days in the user's time zone, including today. Calendar arithmetic, because a day may have 23 or 25 hours.
 */
export function periodOf(range: UsageRange, nowMs: number, timeZone: string): Period {
  const days = USAGE_RANGES[range];
  const today = toCalendarDate(fromDate(new Date(nowMs), timeZone));
  const startOf = (day: CalendarDate): number => day.toDate(timeZone).getTime();
  const first = today.subtract({ days: days - 1 });
  const [startMs, endMs] = [startOf(first), startOf(today.add({ days: 1 }))];
  return {
    range,
    days,
    startMs,
    endMs,
    slots: days === 1 ? hoursOf(startMs, endMs, timeZone) : daysOf(first, days, timeZone),
    before: { startMs: startOf(first.subtract({ days })), endMs: startMs },
  };
}

function daysOf(first: CalendarDate, count: number, timeZone: string): Slot[] {
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone });
  return Array.from({ length: count }, (_, index) => {
    const begin = first.add({ days: index }).toDate(timeZone);
    const end = first.add({ days: index + 1 }).toDate(timeZone);
    return { label: format.format(begin), startMs: begin.getTime(), endMs: end.getTime() };
  });
}

function hoursOf(startMs: number, endMs: number, timeZone: string): Slot[] {
  const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone });
  return Array.from({ length: Math.ceil((endMs - startMs) / HOUR_MS) }, (_, index) => {
    const begin = startMs + index * HOUR_MS;
    return {
      label: format.format(new Date(begin)),
      startMs: begin,
      endMs: Math.min(begin + HOUR_MS, endMs),
    };
  });
}
