import { expect, it } from 'vitest';
import { formatUsdAxis } from './format-usd-axis';

it.each([
  [0, '$0'],
  [8, '$0.000008'],
  [20_000, '$0.02'],
  [500_000, '$0.50'],
  [2_000_000, '$2'],
  [1_250_000_000, '$1,250'],
])('writes %i micro-dollars as %s beside a chart', (microUsd, text) => {
  expect(formatUsdAxis(microUsd)).toBe(text);
});
