import { expect, test } from 'vitest';
import { MAX_MICRO_USD, usdText } from './money';

test.each([
  [0n, '$0.00'],
  [1n, '$0.000001'],
  [10_000n, '$0.01'],
  [5_100_000n, '$5.10'],
  [-123_456n, '-$0.123456'],
  [MAX_MICRO_USD, '$9007199254.740991'],
])('%s µ$ read %s', (amount, text) => {
  expect(usdText(amount)).toBe(text);
});
