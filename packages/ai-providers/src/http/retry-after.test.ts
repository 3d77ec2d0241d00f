import { expect, test } from 'vitest';
import { readRetryAfterMs } from './retry-after.js';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');

test.each([
  ['seconds', { 'retry-after': '7' }, 7_000],
  ['parts of seconds', { 'retry-after': '0.25' }, 250],
  ['a date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
  [
    'a date, by the clock of who wrote it',
    { 'retry-after': 'Sun, 01 Mar 2026 09:00:30 GMT', date: 'Sun, 01 Mar 2026 09:00:00 GMT' },
    30_000,
  ],
  ['a date gone by', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  ['milliseconds, which go first', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
  ['an absurd wait, cut to an hour', { 'retry-after': '999999999' }, 3_600_000],
  ['nonsense', { 'retry-after': 'soon' }, undefined],
  ['a negative number', { 'retry-after': '-5' }, undefined],
  ['nothing', {}, undefined],
])('reads %s', (_, headers: Record<string, string>, waitMs) => {
  expect(readRetryAfterMs(new Headers(headers), NOW_MS)).toBe(waitMs);
});
