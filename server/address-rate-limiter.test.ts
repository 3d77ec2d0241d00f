import { expect, it } from 'vitest';
import { createAddressRateLimiter } from './address-rate-limiter';

it('lets an address have 300 units at once and 30 a second after that, and says how long to wait', () => {
  let nowMs = 1_000;
  const budgets = createAddressRateLimiter(() => nowMs);
  for (let taken = 0; taken < 300; taken += 2) expect(budgets.take('a', 2)).toBe(0);
  expect(budgets.take('a', 2)).toBe(1);
  expect(budgets.take('b', 2)).toBe(0);
  nowMs += 1_000;
  for (let taken = 0; taken < 30; taken += 1) expect(budgets.take('a', 1)).toBe(0);
  expect(budgets.take('a', 1)).toBe(1);
  expect(budgets.take('a', 45)).toBe(2);
  nowMs += 3_600_000;
  for (let taken = 0; taken < 300; taken += 1) expect(budgets.take('a', 1)).toBe(0);
  expect(budgets.take('a', 1)).toBe(1);
});
