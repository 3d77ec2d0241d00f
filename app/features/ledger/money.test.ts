import { expect, test } from 'vitest';
import { identifier, MAX_MICRO_USD, microUsd, positiveMicroUsd, tokenCount, usdText } from './money';

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

test.each([
  [microUsd, 0n, MAX_MICRO_USD, [-1n, MAX_MICRO_USD + 1n, 1, '1']],
  [positiveMicroUsd, 1n, MAX_MICRO_USD, [0n, -1n, MAX_MICRO_USD + 1n]],
  [tokenCount, 0, Number.MAX_SAFE_INTEGER, [-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1, 1n]],
  [identifier, 'a', 'a'.repeat(255), ['', 'a'.repeat(256), 1]],
])('%o takes what is within its bounds alone', (read, least, most, others) => {
  for (const value of [least, most]) expect(String(read(value, 'x'))).toBe(String(value));
  for (const value of others) expect(() => read(value, 'x')).toThrow(/^x must|^x is larger/);
});
