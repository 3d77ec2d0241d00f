import { z } from '~/core/browser/browser-zod';

export const forecastSchema = z.object({
  date: z.string().check(z.describe('A day, as 2026-11-21.')),
  temperatureC: z.number(),
  temperatureF: z.number(),
  summary: z.string(),
});
export type Forecast = z.output<typeof forecastSchema>;

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 5;

/** From freezing to scorching, about six degrees each. */
const SUMMARIES = [
  'Freezing',
  'Bracing',
  'Chilly',
  'Cool',
  'Mild',
  'Warm',
  'Balmy',
  'Hot',
  'Sweltering',
  'Scorching',
];
const COLDEST_C = -20;
const HOTTEST_C = 54;

/** Sample weather for five days after `nowMs`, the same for everyone on the same day. */
export function sampleForecasts(nowMs: number): Forecast[] {
  const today = Math.floor(nowMs / DAY_MS);
  return Array.from({ length: DAYS }, (_, index) => {
    const day = today + index + 1;
    const temperatureC = COLDEST_C + ((day * 7919) % (HOTTEST_C - COLDEST_C + 1));
    return {
      date: new Date(day * DAY_MS).toISOString().slice(0, 10),
      temperatureC,
      temperatureF: Math.round(32 + (temperatureC * 9) / 5),
      summary: summaryOf(temperatureC),
    };
  });
}

function summaryOf(temperatureC: number): string {
  const share = (temperatureC - COLDEST_C) / (HOTTEST_C - COLDEST_C + 1);
  return SUMMARIES[Math.floor(share * SUMMARIES.length)] ?? 'Mild';
}
