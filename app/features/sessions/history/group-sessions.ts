import { fromDate, toCalendarDate, type CalendarDate } from '@internationalized/date';
import type { ListedSession } from '../answers';

export interface SessionGroup {
  title: string;
  sessions: readonly ListedSession[];
}

const dayOf = (date: Date, timeZone: string): CalendarDate => toCalendarDate(fromDate(date, timeZone));

function titleOf(day: CalendarDate, today: CalendarDate): string {
  const days = today.compare(day);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return 'Last 7 days';
  if (days < 30) return 'Last 30 days';
  return day.toDate('UTC').toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
}

/** The pinned sessions, then the others by the day they were last sent from in that timezone; the order stays. */
export function groupSessions(
  sessions: readonly ListedSession[],
  now: Date,
  timeZone: string,
): SessionGroup[] {
  const today = dayOf(now, timeZone);
  const groups = new Map<string, ListedSession[]>();
  for (const session of sessions) {
    const title = session.IsPinned ? 'Pinned' : titleOf(dayOf(new Date(session.ChangedAt), timeZone), today);
    groups.set(title, [...(groups.get(title) ?? []), session]);
  }
  return [...groups].map(([title, sessions]) => ({ title, sessions }));
}
