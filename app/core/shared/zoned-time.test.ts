import { describe, expect, it } from 'vitest';
import { zonedClock, zonedIso, zonedMinute } from './zoned-time';

const AT = Date.UTC(2026, 10, 28, 20, 3, 21, 456);

describe('times in files', () => {
  it.each([
    ['UTC', '2026-11-28T20:03:21+00:00', '20:03:21', '2026-11-28 20:03 +00:00'],
    ['Asia/Kolkata', '2026-11-29T01:33:21+05:30', '01:33:21', '2026-11-29 01:33 +05:30'],
    ['America/Mexico_City', '2026-11-28T14:03:21-06:00', '14:03:21', '2026-11-28 14:03 -06:00'],
  ])('are in the user’s zone with its offset: %s', (zone, iso, clock, minute) => {
    expect(zonedIso(AT, zone)).toBe(iso);
    expect(Date.parse(iso)).toBe(AT - 456);
    expect(zonedClock(AT, zone)).toBe(clock);
    expect(zonedMinute(AT, zone)).toBe(minute);
  });

  it('tells the two hours apart that an autumn night has twice', () => {
    const first = Date.UTC(2026, 9, 25, 0, 30);
    expect(zonedIso(first, 'Europe/Berlin')).toBe('2026-10-25T02:30:00+02:00');
    expect(zonedIso(first + 3_600_000, 'Europe/Berlin')).toBe('2026-10-25T02:30:00+01:00');
  });
});
