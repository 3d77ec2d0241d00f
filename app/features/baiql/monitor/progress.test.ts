import { describe, expect, it } from 'vitest';
import { addSample, costOfMore, formatSeconds, ratePerMinute, secondsLeft, type Sample } from './progress';

const of = (...pairs: [atMs: number, done: number][]): readonly Sample[] =>
  pairs.reduce<readonly Sample[]>((samples, [atMs, done]) => addSample(samples, { atMs, done }), []);

describe('the rate', () => {
  it('is not told before there is enough to tell it by', () => {
    expect(ratePerMinute([], 10_000)).toBeNull();
    expect(ratePerMinute(of([0, 5]), 10_000)).toBeNull();
    expect(ratePerMinute(of([0, 5], [1_000, 9]), 1_000)).toBeNull();
  });

  it('is that of the last minute, and sinks while nothing happens', () => {
    const samples = of([0, 0], [30_000, 100], [60_000, 110], [120_000, 130]);
    expect(ratePerMinute(samples, 120_000)).toBe(20);
    expect(ratePerMinute(samples, 180_000)).toBe(12);
  });

  it('begins anew when the run counts anew', () => {
    expect(of([0, 50], [10_000, 3])).toEqual([{ atMs: 10_000, done: 3 }]);
  });
});

it('the time left follows from the rate', () => {
  expect(secondsLeft(60, 75)).toBe(75);
  expect(secondsLeft(null, 75)).toBeNull();
});

it('what is to come costs what came before', () => {
  expect(costOfMore({ costMicroUsd: 410_000, current: 127, failed: 3 }, 73)).toBe(235_669);
  expect(costOfMore({ costMicroUsd: null, current: 127, failed: 3 }, 73)).toBeNull();
  expect(costOfMore({ costMicroUsd: 0, current: 0, failed: 0 }, 73)).toBeNull();
  expect(costOfMore({ costMicroUsd: 0, current: 8, failed: 8 }, 1)).toBeNull();
});

it('durations read as people say them', () => {
  expect([0, 59.6, 75, 3_700].map(formatSeconds)).toEqual(['0 s', '1 min 0 s', '1 min 15 s', '1 h 1 min']);
});
