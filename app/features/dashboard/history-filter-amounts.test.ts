import { expect, it } from 'vitest';
import { historyFiltersSchema } from '~/features/billing/schema';
import { isFilterAmount } from '~/features/billing';

it.each([
  ['12.50', 12_500_000n],
  ['12,50', 12_500_000n],
  ['1 234,50', 1_234_500_000n],
  ['1,250', 1_250_000_000n],
  ['٠٫٠٥', 50_000n],
  ['０．０５', 50_000n],
])('a cost typed as %s filters by its amount', (typed, microUsd) => {
  expect(historyFiltersSchema.parse({ min: typed }).min).toBe(microUsd);
});

it.each(['twelve', '12,5,0', '1٢', '9'.repeat(400)])('%s is an error at the field', (typed) => {
  expect(isFilterAmount(typed)).toBe(false);
});
