import type { ListedSession } from './list-sessions.server';
import type { ShownSession } from './components/session-list';

/** In this order: browsers name others too, for compatibility's sake. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox/, 'Firefox'],
  [/Chrome|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (table: typeof BROWSERS, text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** A session in words. `showDate` writes a moment in the person's timezone. */
export function describeSession(session: ListedSession, showDate: (iso: string) => string): ShownSession {
  const browser = nameIn(BROWSERS, session.userAgent);
  const system = nameIn(SYSTEMS, session.userAgent);
  const known = [browser, system].filter(Boolean).join(' on ');
  const other = session.userAgent.slice(0, 60) || 'Unknown';
  return {
    id: session.id,
    title: session.kind === 'bearer' ? `Script (${known || other})` : known || other,
    detail: `Last used ${showDate(session.lastSeenAt)}`,
    isThisOne: session.isThisOne,
  };
}
