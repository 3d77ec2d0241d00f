import { expect, test } from 'vitest';
import { plainRule } from './price-rule';
import { settledAmounts } from './settled-amounts';
import { NO_EXTRAS, PRICE } from './testing/harness';

const usage = { ...NO_EXTRAS, inputTokens: 100, outputTokens: 20 };
const hold = { amountMicroUsd: 200n, price: PRICE, isFree: false };

test('the user pays the cost', () => {
  expect(settledAmounts(hold, usage)).toEqual({
    costMicroUsd: 140n,
    chargedMicroUsd: 140n,
    overrunMicroUsd: 0n,
    cacheSavedMicroUsd: 0n,
  });
});

test('nobody pays more than was held', () => {
  const amounts = settledAmounts({ ...hold, amountMicroUsd: 100n }, usage);
  expect(amounts).toMatchObject({ costMicroUsd: 140n, chargedMicroUsd: 100n, overrunMicroUsd: 40n });
});

test('a free operation is charged nothing and saves nothing', () => {
  const amounts = settledAmounts({ ...hold, isFree: true, amountMicroUsd: 100n }, usage);
  expect(amounts).toMatchObject({ costMicroUsd: 140n, chargedMicroUsd: 0n, overrunMicroUsd: 40n });
  expect(amounts.cacheSavedMicroUsd).toBe(0n);
});

test('the cache saves the difference, and costs it where writing is dearer', () => {
  const rule = plainRule({ inputMicroUsdPer1k: 1_000n, outputMicroUsdPer1k: 2_000n });
  const price = { ...rule, rates: { ...rule.rates, cacheRead: 100_000n, cacheWrite: 1_250_000n } };
  const saved = (extras: Partial<typeof usage>) =>
    settledAmounts({ ...hold, price }, { ...usage, ...extras }).cacheSavedMicroUsd;
  expect(saved({ cacheReadTokens: 100 })).toBe(90n);
  expect(saved({ cacheWriteTokens: 100 })).toBe(-25n);
});
