const MICRO_DECIMALS = 6;

/**
 * Micro-dollars in little room, for the axis of a chart. All figures of an axis have the decimals that the finest of them
 * needs, two at least where any are needed: $0, $0.005, $0.010, but $0, $1, $2.
 */
export function formatUsdAxis(microUsd: number, ticks: readonly number[]): string {
  if (microUsd === 0) return '$0';
  const needed = ticks.reduce((most, tick) => Math.max(most, decimalsOf(tick)), 0);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: needed === 1 ? 2 : needed,
    maximumFractionDigits: MICRO_DECIMALS,
  }).format(microUsd / 10 ** MICRO_DECIMALS);
}

/** How many decimals of a dollar an amount has, without zeros at the end. */
function decimalsOf(microUsd: number): number {
  const fraction = (Math.round(microUsd) % 10 ** MICRO_DECIMALS).toString().padStart(MICRO_DECIMALS, '0');
  return fraction.replace(/0+$/, '').length;
}
