import { useEffect, useState } from 'react';
import { formatDate, formatDateTime, formatRelative } from './format-date';

type Props = {
  /** When it was: an ISO timestamp. */
  at: string;
  /** When the page was made, from its loader: server and browser begin with the same words. */
  now: string;
  timeZone: string;
};

const MINUTE_MS = 60_000;

/** "5 minutes ago", "1 day ago", "2 weeks ago", then a date; keeps up while the page is open. */
export function RelativeTime({ at, now, timeZone }: Props) {
  const [current, setCurrent] = useState(() => new Date(now));
  useEffect(() => {
    const timer = setInterval(() => setCurrent(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(date, timeZone)} className="whitespace-nowrap">
      {formatRelative(date, current, timeZone)}
    </time>
  );
}

/** A moment in the user's timezone, to the minute or the day. */
export function DateTime({ at, timeZone, isDay = false }: { at: string; timeZone: string; isDay?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} className="num whitespace-nowrap">
      {isDay ? formatDate(date, timeZone) : formatDateTime(date, timeZone)}
    </time>
  );
}
