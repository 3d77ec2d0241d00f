import { expect, it } from 'vitest';
import { plainRule, type PriceRule } from './price-rule';
import { readRule, storedRule } from './stored-rule';

const plain = plainRule({ inputMicroUsdPer1k: 150n, outputMicroUsdPer1k: 600n });
const full: PriceRule = {
  rates: { input: 1n, output: 2n, cacheRead: 3n, cacheWrite: 0n },
  steps: [
    { aboveInputTokens: 200_000, rates: { input: 4n, output: 5n, cacheRead: 0n, cacheWrite: 6n } },
    { aboveInputTokens: 400_000, rates: plain.rates },
  ],
  requestFee: 7n,
  searchFee: 2n ** 53n - 1n,
  audioMinuteFee: 4_500n,
};

it('a rule comes back as it was stored, to the last micro-dollar', () => {
  expect(readRule(storedRule(plain))).toEqual(plain);
  expect(readRule(storedRule(full))).toEqual(full);
});

it('a plain price is stored as its two rates', () => {
  expect(storedRule(plain)).toBe('{"input":150000,"output":600000}');
});

it.each(['{}', '{"input":-1,"output":1}', '{"input":0.5,"output":1}', 'null', ''])(
  'what is no rule is not taken for one: %s',
  (text) => {
    expect(() => readRule(text)).toThrow();
  },
);
