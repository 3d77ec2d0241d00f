import { describe, expect, it } from 'vitest';
import type { ModelFacts } from '../host.js';
import { costOfTokens, maxCostOf } from './model-cost.js';

const rates = { inputMicroUsdPer1k: 1_000, outputMicroUsdPer1k: 2_000 };
const model = (price: ModelFacts['price']): ModelFacts => ({
  provider: 'v',
  model: 'm',
  maxOutputTokens: 100,
  price,
});
const stepped = model({
  ...rates,
  most: [
    { aboveInputTokens: 0, inputMicroUsdPer1k: 1_250, outputMicroUsdPer1k: 2_000, requestMicroUsd: 5 },
    { aboveInputTokens: 1_000, inputMicroUsdPer1k: 2_500, outputMicroUsdPer1k: 3_000, requestMicroUsd: 5 },
  ],
});

describe('the most that requests may cost', () => {
  it.each([
    ['at two rates', model(rates), 2_400],
    ['below a step, a fee for each', stepped, 2_910],
  ])('%s', (_name, of, most) => {
    expect(maxCostOf(of, { requests: 2, inputTokens: 2_000 })).toBe(most);
  });

  it('above a step, which counts for the whole request', () => {
    expect(maxCostOf(stepped, { requests: 2, inputTokens: 2_002 })).toBe(5_615);
  });

  it('is not known where no price is, and nothing where nothing is asked', () => {
    expect(maxCostOf(model(null), { requests: 1, inputTokens: 10 })).toBeNull();
    expect(maxCostOf(stepped, { requests: 0, inputTokens: 0 })).toBe(0);
  });
});

it('the usual cost goes by the usual rates', () => {
  expect(costOfTokens(stepped, 1_000, 100)).toBe(1_200);
});
