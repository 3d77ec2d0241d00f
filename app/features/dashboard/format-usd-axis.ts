const MICRO_DECIMALS = 6;

/**
 * Formats micro-dollars for a chart axis. All ticks get the decimals of the finest one, at least two if any are needed:
 * $0, $0.005, $0.010, but $0, $1, $2.
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

/** The number of decimals of an amount in dollars, without trailing zeros. */
function decimalsOf(microUsd: number): number {
  const fraction = (Math.round(microUsd) % 10 ** MICRO_DECIMALS).toString().padStart(MICRO_DECIMALS, '0');
  return fraction.replace(/0+$/, '').length;
}
