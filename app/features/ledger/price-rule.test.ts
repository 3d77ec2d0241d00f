import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkRule, costByRule, plainRule, worstCase, type BilledUsage, type PriceRule } from './price-rule';

const rates = (input: bigint, output: bigint, cacheRead = input, cacheWrite = input) => ({
  input,
  output,
  cacheRead,
  cacheWrite,
});
const none: BilledUsage = {
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  searches: 0,
};

/** gemini-2.5-pro: $1.25 and $10, above 200,000 input tokens $2.50 and $15. */
const STEPPED: PriceRule = {
  rates: rates(1_250_000n, 10_000_000n, 125_000n),
  steps: [{ aboveInputTokens: 200_000, rates: rates(2_500_000n, 15_000_000n, 250_000n) }],
  requestFee: 0n,
  searchFee: 0n,
};
/** claude-haiku-4-5: cache writes cost a quarter more than plain input, reads a tenth of it. */
const CACHED: PriceRule = {
  ...STEPPED,
  rates: rates(1_000_000n, 5_000_000n, 100_000n, 1_250_000n),
  steps: [],
};
/** Sonar as an agent: a fee for each search. */
const SEARCHED: PriceRule = {
  ...plainRule({ inputMicroUsdPer1k: 250n, outputMicroUsdPer1k: 2_500n }),
  searchFee: 2_500n,
};

/** gpt-transcribe: $0.0045 a minute. */
const TRANSCRIBED: PriceRule = {
  ...plainRule({ inputMicroUsdPer1k: 0n, outputMicroUsdPer1k: 0n }),
  audioMinuteFee: 4_500n,
};

describe('the price of a call', () => {
  it.each<[name: string, PriceRule, Partial<BilledUsage>, bigint]>([
    ['below a step', STEPPED, { inputTokens: 200_000, outputTokens: 1_000 }, 260_000n],
    ['above it, for the whole call', STEPPED, { inputTokens: 200_001, outputTokens: 1_000 }, 515_003n],
    ['with tokens read from the cache', CACHED, { inputTokens: 1_000, cacheReadTokens: 800 }, 280n],
    ['with tokens written to it', CACHED, { inputTokens: 1_000, cacheWriteTokens: 800 }, 1_200n],
    [
      'with more cached than there are',
      CACHED,
      { inputTokens: 10, cacheReadTokens: 99, cacheWriteTokens: 99 },
      1n,
    ],
    ['with searches', SEARCHED, { inputTokens: 4_718, outputTokens: 450, searches: 1 }, 4_805n],
    ['of audio, by the second', TRANSCRIBED, { audioSeconds: 192 }, 14_400n],
    [
      'of audio at a fee that no second divides',
      { ...TRANSCRIBED, audioMinuteFee: 7n },
      { audioSeconds: 1 },
      1n,
    ],
    [
      'of audio and tokens, rounded once',
      { ...plainRule({ inputMicroUsdPer1k: 500n, outputMicroUsdPer1k: 0n }), audioMinuteFee: 30n },
      { inputTokens: 1, audioSeconds: 1 },
      1n,
    ],
    ['with a fee of its own', { ...SEARCHED, requestFee: 7n }, {}, 7n],
  ])('%s', (_name, rule, usage, cost) => {
    expect(costByRule(rule, { ...none, ...usage })).toBe(cost);
  });

  it('of half a micro-dollar twice is one, not two: rounded once, up', () => {
    expect(
      costByRule(plainRule({ inputMicroUsdPer1k: 1n, outputMicroUsdPer1k: 1n }), {
        ...none,
        inputTokens: 500,
        outputTokens: 500,
      }),
    ).toBe(1n);
  });
});

const rate = fc.bigInt({ min: 0n, max: 100_000_000n });
const anyRates = fc.record({ input: rate, output: rate, cacheRead: rate, cacheWrite: rate });
const anyRule: fc.Arbitrary<PriceRule> = fc.record({
  rates: anyRates,
  steps: fc
    .uniqueArray(fc.record({ aboveInputTokens: fc.integer({ min: 1, max: 500_000 }), rates: anyRates }), {
      selector: ({ aboveInputTokens }) => aboveInputTokens,
      maxLength: 3,
    })
    .map((steps) => steps.sort((a, b) => a.aboveInputTokens - b.aboveInputTokens)),
  requestFee: fc.bigInt({ min: 0n, max: 50_000n }),
  searchFee: fc.bigInt({ min: 0n, max: 50_000n }),
  audioMinuteFee: fc.option(fc.bigInt({ min: 0n, max: 50_000n }), { nil: undefined }),
});
const tokens = fc.nat({ max: 600_000 });
const anyUsage: fc.Arbitrary<BilledUsage> = fc.record({
  inputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  outputTokens: tokens,
  searches: fc.nat({ max: 5 }),
  audioSeconds: fc.option(fc.nat({ max: 100_000 }), { nil: undefined }),
});

test('no usage within the bounds costs more than its worst case', () => {
  fc.assert(
    fc.property(
      anyRule,
      anyUsage,
      tokens,
      tokens,
      fc.nat({ max: 3 }),
      (rule, usage, moreIn, moreOut, moreSearches) => {
        const most = {
          inputTokens: usage.inputTokens + moreIn,
          maxOutputTokens: usage.outputTokens + moreOut,
          searches: usage.searches + moreSearches,
          audioSeconds: usage.audioSeconds,
        };
        expect(costByRule(checkRule(rule), usage) <= worstCase(rule, most)).toBe(true);
      },
    ),
  );
});

test('a cost is never below the exact price, and less than one micro-dollar above it', () => {
  fc.assert(
    fc.property(anyRates, tokens, tokens, (own, input, output) => {
      const rule = { rates: own, steps: [], requestFee: 0n, searchFee: 0n };
      const exact = BigInt(input) * own.input + BigInt(output) * own.output;
      const cost = costByRule(rule, { ...none, inputTokens: input, outputTokens: output }) * 1_000_000n;
      expect(cost >= exact && cost < exact + 1_000_000n).toBe(true);
    }),
  );
});

test.each([
  ['a negative rate', { rates: rates(-1n, 1n) }, 'invalid_amount'],
  [
    'a negative rate of a step',
    { steps: [{ aboveInputTokens: 1, rates: rates(1n, -1n) }] },
    'invalid_amount',
  ],
  ['a negative fee', { searchFee: -1n }, 'invalid_amount'],
  ['a negative fee of a request', { requestFee: -1n }, 'invalid_amount'],
  ['a negative fee of audio', { audioMinuteFee: -1n }, 'invalid_amount'],
  ['an absurd rate', { rates: rates(2n ** 64n, 1n) }, 'invalid_amount'],
  ['half a token', { steps: [{ aboveInputTokens: 1.5, rates: rates(1n, 1n) }] }, 'invalid_amount'],
  [
    'a step that begins at nothing',
    { steps: [{ aboveInputTokens: 0, rates: rates(1n, 1n) }] },
    'invalid_price_rule',
  ],
  [
    'steps that go back',
    { steps: [10, 5].map((aboveInputTokens) => ({ aboveInputTokens, rates: rates(1n, 1n) })) },
    'invalid_price_rule',
  ],
])('%s is no price', (_name, changes, code) => {
  expect(() => checkRule({ ...STEPPED, ...changes })).toThrow(expect.objectContaining({ code }));
});
