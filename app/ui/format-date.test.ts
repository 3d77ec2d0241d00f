import { describe, expect, it } from 'vitest';
import { formatClock, formatDate, formatDateTime, formatRelative } from './format-date';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('how long ago something was', () => {
  it.each([
    ['2026-11-21T12:00:30Z', 'just now'],
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T11:15:00Z', '45 minutes ago'],
    ['2026-11-21T10:30:00Z', '1 hour ago'],
    ['2026-11-20T12:30:00Z', '23 hours ago'],
    ['2026-11-20T12:00:00Z', '1 day ago'],
    ['2026-11-15T12:00:00Z', '6 days ago'],
    ['2026-11-14T12:00:00Z', '1 week ago'],
    ['2026-11-07T12:00:00Z', '2 weeks ago'],
    ['2026-10-23T12:00:00Z', '4 weeks ago'],
    ['2026-10-22T12:00:00Z', 'Oct 22, 2026'],
  ])('says of %s: %s', (at, words) => {
    expect(formatRelative(new Date(at), NOW, 'UTC')).toBe(words);
  });

  it('counts days by the calendar of the timezone, across a change of the clock', () => {
    const now = new Date('2026-11-02T06:30:00Z'); // 1:30 in New York, the day after the clocks went back
    expect(formatRelative(new Date('2026-10-31T04:30:00Z'), now, 'America/New_York')).toBe('2 days ago');
    expect(formatRelative(new Date('2026-10-31T04:30:00Z'), now, 'Asia/Tokyo')).toBe('2 days ago');
  });
});

describe('dates', () => {
  it('are those of the timezone, with plain spaces', () => {
    const date = new Date('2026-11-21T02:04:00Z');
    expect(formatDate(date, 'America/New_York')).toBe('Nov 20, 2026');
    expect(formatDateTime(date, 'Asia/Tokyo')).toBe('Nov 21, 2026, 11:04 AM');
  });
});

describe('the clock', () => {
  const clockOf = (at: string, timeZone: string) => formatClock(new Date(at), NOW, timeZone);

  it('shows the time alone for today, counted in that timezone', () => {
    expect(clockOf('2026-11-21T10:05:00Z', 'UTC')).toBe('10:05 AM');
    expect(clockOf('2026-11-20T16:05:00Z', 'Asia/Tokyo')).toBe('1:05 AM');
  });

  it('begins the day at 12, as other times do', () => {
    expect(clockOf('2026-11-21T00:05:00Z', 'UTC')).toBe('12:05 AM');
  });

  it('names the day when it is another', () => {
    expect(clockOf('2026-11-20T16:05:00Z', 'UTC')).toBe('Nov 20, 4:05 PM');
  });
});
