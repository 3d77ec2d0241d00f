const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Whole dollars and cents: 312 → "$3.12", 312.9 → "$3.12" (never more than there is), -5 → "-$0.05". */
export function formatUsd(cents: number): string {
  return usd.format(Math.trunc(cents) / 100);
}

/**
 * What one act costs: 0 → "$0.00", less than a tenth of a cent → "< 0.10¢", less than a dollar in cents
 * ("0.35¢", "12.40¢"), else dollars ("$1.24"). Rounded up, since a cost must not look smaller than it is.
 */
export function formatCost(cents: number): string {
  if (cents === 0) return '$0.00';
  if (cents < 0.1) return '< 0.10¢';
  const hundredths = Math.ceil(Number((cents * 100).toFixed(6)));
  if (hundredths < 10_000) return `${(hundredths / 100).toFixed(2)}¢`;
  return usd.format(Math.ceil(hundredths / 100) / 100);
}

/** Dollars with six decimals, as a session's running total is kept: 0.001385 → "$0.001385". */
export function formatSessionCost(costUsd: number): string {
  return `$${costUsd.toFixed(6)}`;
}

/** A price as vendors print it, from dollars for 1,000 tokens: 0.00015 → "$0.15" for 1,000,000. */
export function formatPricePerMillion(pricePer1K: number): string {
  const perMillion = Number((pricePer1K * 1000).toFixed(6));
  return perMillion === 0 ? '$0' : `$${perMillion.toFixed(perMillion < 0.1 ? 3 : 2)}`;
}
