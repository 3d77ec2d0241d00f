import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costCents, formatMicroUsd, owedCents, parseMicroUsd, wholeCents } from './money';

test.each([
  [0n, 0, 0],
  [1n, 0.0001, 0],
  [9_999n, 0.9999, 0],
  [10_000n, 1, 1],
  [123_456n, 12.3456, 12],
  [5_000_000n, 500, 500],
  [-1n, -0.0001, -1],
  [-10_000n, -1, -1],
])('%s µ$ are %d cents as a cost and %d cents as a balance', (amount, cost, balance) => {
  expect(costCents(amount)).toBe(cost);
  expect(wholeCents(amount)).toBe(balance);
});

test.each([
  [0n, 0],
  [1n, 1],
  [10_000n, 1],
  [4_000_001n, 401],
])('a debt of %s µ$ is paid with %d cents', (debt, cents) => {
  expect(owedCents(debt)).toBe(cents);
});

test('up to ten million dollars, a cost in cents is exact and shows at most four decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000_000n }), (amount) => {
      const cents = costCents(amount);
      expect(Number(cents.toFixed(4))).toBe(cents);
      expect(BigInt(Math.round(cents * 10_000))).toBe(amount);
    }),
  );
});

test('an amount written as dollars reads back as itself', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (amount) => {
      expect(parseMicroUsd(formatMicroUsd(amount))).toBe(amount);
    }),
  );
});

test.each(['', '-1', '1e3', 'NaN', 'Infinity', '0.1234567', '1,5', '.5', '1.', '0x10', '10000000000'])(
  '"%s" is no amount of dollars',
  (text) => {
    expect(parseMicroUsd(text)).toBeUndefined();
  },
);

test.each(['', '-1', '1e3', 'NaN', 'Infinity', '0.0000001', '1,5', '0x10', '9999999999'])(
  '"%s" is no price',
  (text) => {
    expect(parseMicroUsd(text)).toBeUndefined();
  },
);
