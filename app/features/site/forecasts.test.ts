import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleForecasts } from './forecasts';

const NOON = Date.UTC(2026, 10, 20, 12);

describe('the made-up weather', () => {
  it('is for the five days after today, in UTC', () => {
    expect(sampleForecasts(NOON).map(({ date }) => date)).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
    ]);
  });

  it('is the same all day', () => {
    expect(sampleForecasts(NOON + 60_000)).toEqual(sampleForecasts(NOON));
  });

  it('agrees with itself: both temperatures, and a summary that gets warmer with them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (nowMs) => {
        for (const { temperatureC, temperatureF, summary } of sampleForecasts(nowMs)) {
          expect(temperatureC).toBeGreaterThanOrEqual(-20);
          expect(temperatureC).toBeLessThanOrEqual(54);
          expect(temperatureF).toBe(Math.round(32 + (temperatureC * 9) / 5));
          if (summary === 'Freezing') expect(temperatureC).toBeLessThan(0);
          if (summary === 'Scorching') expect(temperatureC).toBeGreaterThan(40);
        }
      }),
    );
  });
});
