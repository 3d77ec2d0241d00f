const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});

/** Micro-dollars in little room, for the axis of a chart: 500 → "$0.0005". */
export const formatUsdAxis = (microUsd: number): string => dollars.format(microUsd / 1_000_000);
