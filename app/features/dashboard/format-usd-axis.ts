const cents = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const fractions = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});

/** Micro-dollars in little room, for the axis of a chart: 500 → "$0.0005", 500,000 → "$0.50". */
export const formatUsdAxis = (microUsd: number): string =>
  (microUsd < 100_000 ? fractions : cents).format(microUsd / 1_000_000);
