import { useEffect, useState } from 'react';
import { formatDate, formatDateTime, formatRelative } from './format-date';

type Props = {
  /** ISO timestamp. */
  at: string;
  /** When the page was rendered, from its loader, so that server and browser render the same text. */
  now: string;
  timeZone: string;
};

const MINUTE_MS = 60_000;

/** "5 minutes ago", "1 day ago", "2 weeks ago", then a date. Updates every minute. */
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

/** A date and time in the user's timezone, or only the date. */
export function DateTime({ at, timeZone, isDay = false }: { at: string; timeZone: string; isDay?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} className="num whitespace-nowrap">
      {isDay ? formatDate(date, timeZone) : formatDateTime(date, timeZone)}
    </time>
  );
}
