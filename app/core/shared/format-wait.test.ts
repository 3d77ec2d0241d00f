import { expect, it } from 'vitest';
import { formatWait } from './format-wait';

it.each([
  [0.2, '1 second'],
  [45, '45 seconds'],
  [91, '2 minutes'],
  [3600, '60 minutes'],
])('a wait of %s seconds reads "%s"', (seconds, text) => {
  expect(formatWait(seconds)).toBe(text);
});
