/** Conversions between displayed amounts and the ledger's units. No floating point. */

export const MICRO_USD_PER_CENT = 10_000n;
export const MICRO_USD_PER_USD = 1_000_000n;

/** Cost in cents with up to 4 decimals. One micro-dollar is 0.0001 cents, so nothing is rounded. */
export const costCents = (microUsd: bigint): number => Number(microUsd) / 10_000;

/** A balance in whole cents, rounded down, so that what is shown can be spent. */
export const wholeCents = (microUsd: bigint): number =>
  Number(
    microUsd >= 0n || microUsd % MICRO_USD_PER_CENT === 0n
      ? microUsd / MICRO_USD_PER_CENT
      : microUsd / MICRO_USD_PER_CENT - 1n,
  );

/** A debt in whole cents, rounded up, so that paying what is shown settles it. */
export const owedCents = (microUsd: bigint): number => -wholeCents(-microUsd) + 0;

export const costUsd = (microUsd: bigint): number => Number(microUsd) / 1_000_000;

/**
 * Parses decimal dollars ("0.00015") into micro-dollars; undefined unless it is a plain amount with at most six
 * decimals.
 */
export function parseMicroUsd(text: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * MICRO_USD_PER_USD + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/**
 * Parses dollars per 1,000 tokens into micro-dollars per million. At most nine decimals, since vendors charge as little
 * as $0.0375 per million.
 */
export function parsePricePer1K(text: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (!match) return undefined;
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(9, '0'));
}

/** The inverse of `parseMicroUsd`, without trailing zeros: 150n → "0.00015". */
export const formatMicroUsd = (microUsd: bigint): string => decimalText(microUsd, 6);

/** Micro-dollars per million tokens as dollars per 1,000: 150_000n → "0.00015". */
export const formatPricePer1K = (microUsdPer1M: bigint): string => decimalText(microUsdPer1M, 9);

/** Pico-dollars (tokens × rate) as dollars: 46_800_000n → "0.0000468". */
export const formatPicoUsd = (picoUsd: bigint): string => decimalText(picoUsd, 12);

/** The amount in units of the last decimal. */
function decimalText(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const whole = (units < 0n ? '-' : '') + digits.slice(0, -decimals);
  return fraction ? `${whole}.${fraction}` : whole;
}
