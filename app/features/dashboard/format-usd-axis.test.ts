import { expect, it } from 'vitest';
import { formatUsdAxis } from './format-usd-axis';

it.each([
  [
    [0, 8],
    ['$0', '$0.000008'],
  ],
  [
    [0, 5_000, 10_000, 15_000],
    ['$0', '$0.005', '$0.010', '$0.015'],
  ],
  [
    [0, 10_000, 20_000],
    ['$0', '$0.01', '$0.02'],
  ],
  [
    [0, 500_000, 1_000_000],
    ['$0', '$0.50', '$1.00'],
  ],
  [
    [0, 1_000_000, 2_000_000],
    ['$0', '$1', '$2'],
  ],
  [
    [0, 625_000_000, 1_250_000_000],
    ['$0', '$625', '$1,250'],
  ],
])('writes %j micro-dollars beside a chart as %j, all with the same decimals', (ticks, texts) => {
  expect(ticks.map((tick) => formatUsdAxis(tick, ticks))).toEqual(texts);
});
