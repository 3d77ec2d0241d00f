import { expect, it } from 'vitest';
import { formatDuration } from './format-duration';

it.each([
  [0.2, '0:01 min'],
  [59, '0:59 min'],
  [59.5, '1:00 min'],
  [192, '3:12 min'],
  [3_599, '59:59 min'],
  [3_723, '1:02:03 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
