/** Conversions between what people write and what the ledger counts in. No floating point touches an amount. */

export const MICRO_USD_PER_CENT = 10_000n;
export const MICRO_USD_PER_USD = 1_000_000n;

/** Cost in cents with up to 4 decimals: one micro-dollar is 0.0001 cents, so nothing is rounded. */
export const costCents = (microUsd: bigint): number => Number(microUsd) / 10_000;

/** A balance in whole cents, rounded down: what is shown can be spent. */
export const wholeCents = (microUsd: bigint): number =>
  Number(
    microUsd >= 0n || microUsd % MICRO_USD_PER_CENT === 0n
      ? microUsd / MICRO_USD_PER_CENT
      : microUsd / MICRO_USD_PER_CENT - 1n,
  );

export const costUsd = (microUsd: bigint): number => Number(microUsd) / 1_000_000;

/**
 * Dollars as a decimal text ("0.00015") to micro-dollars; undefined when it is no plain amount of at most six
 * decimals. A price for 1,000 tokens in the admin form is exactly this.
 */
export function parseMicroUsd(text: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * MICRO_USD_PER_USD + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** The text that `parseMicroUsd` reads back, without needless zeros: 150n → "0.00015". */
export function formatMicroUsd(microUsd: bigint): string {
  const sign = microUsd < 0n ? '-' : '';
  const absolute = microUsd < 0n ? -microUsd : microUsd;
  const decimals = String(absolute % MICRO_USD_PER_USD)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const whole = String(absolute / MICRO_USD_PER_USD);
  return sign + (decimals ? `${whole}.${decimals}` : whole);
}
