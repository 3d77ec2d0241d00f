import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateDayRange, daysIn, lastDays, toInstants, parseDay } from './day-range';

describe('a range of days', () => {
  it.each([
    [1, { from: '2026-11-21', to: '2026-11-21' }],
    [7, { from: '2026-11-15', to: '2026-11-21' }],
    [30, { from: '2026-10-23', to: '2026-11-21' }],
  ])('of the last %d days ends today', (count, range) => {
    expect(lastDays(count, '2026-11-21')).toEqual(range);
  });

  it('may have as many days as allowed, both ends counted', () => {
    expect(validateDayRange({ from: '2026-11-01', to: '2026-11-30' }, 30)).toBeNull();
    expect(validateDayRange({ from: '2026-11-01', to: '2026-12-01' }, 30)).toBe(
      'Select a range of up to 30 days.',
    );
    expect(validateDayRange({ from: '2026-11-02', to: '2026-11-01' }, 30)).toBe(
      'End date must be on/after start date.',
    );
    expect(validateDayRange({ from: '2026-11-02', to: '2026-11-02' }, 30)).toBeNull();
  });

  it('has no year below 2000, which is one that isn’t typed out yet', () => {
    expect(validateDayRange({ from: '0026-11-01', to: '2026-11-01' }, 30)).toBe(
      'Enter the year with four digits, such as 2026.',
    );
  });

  it('is never too long when it is a preset, whatever day it is', () => {
    const days = fc.date({ min: new Date('2001-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 30 }), (date, count) => {
        const range = lastDays(count, date.toISOString().slice(0, 10));
        expect(daysIn(range)).toBe(count);
        expect(validateDayRange(range, 30)).toBeNull();
      }),
    );
  });

  it('is so many hours as the timezone’s clock had', () => {
    const hours = (from: string, timeZone: string) => {
      const { begin, end } = toInstants({ from, to: from }, timeZone);
      return (end.getTime() - begin.getTime()) / 3_600_000;
    };
    expect(hours('2026-11-01', 'America/New_York')).toBe(25);
    expect(hours('2026-03-08', 'America/New_York')).toBe(23);
    expect(hours('2026-11-01', 'UTC')).toBe(24);
  });

  it('reads days, and only days', () => {
    expect(parseDay('2026-02-28')?.toString()).toBe('2026-02-28');
    for (const text of [null, '', '2026-13-01', '2026-02-30', '2026-2-3', 'today', '2026-02-28T00:00'])
      expect(parseDay(text)).toBeNull();
  });
});
