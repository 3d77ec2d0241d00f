import { fromAbsolute } from '@internationalized/date';

/** A time as in files: "2026-11-28T15:03:21+01:00" in that time zone, with its offset. */
export const zonedIso = (atMs: number, timeZone: string): string =>
  fromAbsolute(atMs, timeZone)
    .set({ millisecond: 0 })
    .toString()
    .replace(/\[.*\]$/, '');

/** "15:03:21" in that time zone. */
export const zonedClock = (atMs: number, timeZone: string): string =>
  zonedIso(atMs, timeZone).slice('2026-11-28T'.length, '2026-11-28T15:03:21'.length);

/** "2026-11-28 15:03 +01:00" in that time zone. */
export function zonedMinute(atMs: number, timeZone: string): string {
  const iso = zonedIso(atMs, timeZone);
  return `${iso.slice(0, 'yyyy-mm-dd'.length)} ${iso.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length)} ${iso.slice('yyyy-mm-ddThh:mm:ss'.length)}`;
}
