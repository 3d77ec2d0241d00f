import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costMicroUsd, exactCents, MAX_MICRO_USD, usdText, wholeCents } from './money';

const price = (inputMicroUsdPer1k: bigint, outputMicroUsdPer1k: bigint) => ({
  inputMicroUsdPer1k,
  outputMicroUsdPer1k,
});

test.each([
  [price(150n, 600n), 0, 0, 0n],
  [price(150n, 600n), 1, 0, 1n],
  [price(150n, 600n), 1_000, 0, 150n],
  [price(150n, 600n), 1_001, 0, 151n],
  [price(150n, 600n), 1_000, 1, 151n],
  [price(1n, 1n), 500, 500, 1n], // both halves together are one whole: rounded once
  [price(0n, 0n), 1_000_000, 1_000_000, 0n],
])('a call at %o with %d tokens in and %d out costs %s', (at, input, output, expected) => {
  expect(costMicroUsd(at, input, output)).toBe(expected);
});

test('a cost is never below the exact price, and less than one micro-dollar above it', () => {
  const tokens = fc.nat({ max: 2_000_000 });
  const prices = fc.bigInt({ min: 0n, max: 1_000_000n });
  fc.assert(
    fc.property(tokens, tokens, prices, prices, (input, output, priceIn, priceOut) => {
      const exact = BigInt(input) * priceIn + BigInt(output) * priceOut;
      const cost = costMicroUsd(price(priceIn, priceOut), input, output) * 1_000n;
      expect(cost >= exact && cost < exact + 1_000n).toBe(true);
    }),
  );
});

test.each([
  [0n, 0, 0, '$0.00'],
  [1n, 0.0001, 0, '$0.000001'],
  [9_999n, 0.9999, 0, '$0.009999'],
  [10_000n, 1, 1, '$0.01'],
  [123_456n, 12.3456, 12, '$0.123456'],
  [5_000_000n, 500, 500, '$5.00'],
  [5_100_000n, 510, 510, '$5.10'],
  [-1n, -0.0001, -1, '-$0.000001'],
  [-10_000n, -1, -1, '-$0.01'],
  [MAX_MICRO_USD, 900_719_925_474.0991, 900_719_925_474, '$9007199254.740991'],
])('%s µ$ are %d cents exactly, %d whole cents, and read %s', (amount, exact, whole, text) => {
  expect(exactCents(amount)).toBe(exact);
  expect(wholeCents(amount)).toBe(whole);
  expect(usdText(amount)).toBe(text);
});

test('up to ten million dollars, cents are exact in four decimals', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000_000n }), (amount) => {
      expect(String(exactCents(amount))).toMatch(/^\d+(\.\d{1,4})?$|^\de-\d$/);
      expect(BigInt(Math.round(exactCents(amount) * 10_000))).toBe(amount);
    }),
  );
});
