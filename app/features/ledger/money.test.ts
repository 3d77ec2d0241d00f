import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costMicroUsd, MAX_MICRO_USD, usdText } from './money';

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
  [0n, '$0.00'],
  [1n, '$0.000001'],
  [10_000n, '$0.01'],
  [5_100_000n, '$5.10'],
  [-123_456n, '-$0.123456'],
  [MAX_MICRO_USD, '$9007199254.740991'],
])('%s µ$ read %s', (amount, text) => {
  expect(usdText(amount)).toBe(text);
});
