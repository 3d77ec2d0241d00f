/*
 * Amounts are micro-dollars (millionths of a dollar), as in the ledger. Each kind of amount has one format, so that
 * amounts side by side look alike; see README.md.
 */

export type MicroUsd = number | bigint;

interface UserBalance {
  availableMicroUsd: MicroUsd;
  ownMicroUsd: MicroUsd;
}

const MICRO_PER_CENT = 10_000n;
const whole = new Intl.NumberFormat('en-US');

/** Fractional cents, as in the API, to micro-dollars. */
export const microUsdFromCents = (cents: number): number => Math.round(cents * Number(MICRO_PER_CENT));

export const microUsdFromUsd = (usd: number): number => Math.round(usd * 1_000_000);

/** For positive amounts below a cent, which would round to zero. */
const UNDER_A_CENT = '< $0.01';
const isUnderACent = (micro: bigint): boolean => micro > 0n && micro < MICRO_PER_CENT;

/** An available amount: two decimals, rounded down. 4999914 → "$4.99", -60000 → "-$0.06". */
export function formatBalance(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  if (isUnderACent(micro)) return UNDER_A_CENT;
  const cents = micro / MICRO_PER_CENT - (micro < 0n && micro % MICRO_PER_CENT !== 0n ? 1n : 0n);
  return `${cents < 0n ? '-' : ''}${dollars(cents < 0n ? -cents : cents, 2)}`;
}

/** A user's balance in a sentence: what is available, and what is on hold. */
export function formatUserBalance({ availableMicroUsd, ownMicroUsd }: UserBalance): string {
  const onHold = toBigInt(ownMicroUsd) - toBigInt(availableMicroUsd);
  const balance = formatBalance(availableMicroUsd);
  return onHold > 0n ? `${balance}, plus ${formatBalance(onHold)} on hold` : balance;
}

/** A spent amount: two decimals, rounded up. 12300001 → "$12.31", 140 → "< $0.01". */
export function formatSpent(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  if (isUnderACent(micro)) return UNDER_A_CENT;
  return formatBalance(micro <= 0n ? micro : micro + MICRO_PER_CENT - 1n);
}

/** Six decimals, so that ledger rows add up. 86 → "$0.000086". */
export function formatExact(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  return `${micro < 0n ? '-' : ''}${dollars(micro < 0n ? -micro : micro, 6)}`;
}

/** Six decimals with a sign: 5000000 → "+$5.000000", -86 → "−$0.000086". Zero has no sign. */
export function formatChange(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  if (micro === 0n) return dollars(0n, 6);
  return micro < 0n ? `−${dollars(-micro, 6)}` : `+${dollars(micro, 6)}`;
}

/**
 * The cost of a single operation, in short: 0 → "$0.00", below a tenth of a cent → "< 0.10¢", below a dollar in cents
 * ("0.35¢", "12.40¢"), else in dollars ("$1.24"). Rounded up, so that a cost never looks smaller than it is.
 */
export function formatCost(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  if (micro <= 0n) return dollars(0n, 2);
  if (micro < MICRO_PER_CENT / 10n) return '< 0.10¢';
  const hundredthsOfCent = (micro + 99n) / 100n;
  if (hundredthsOfCent < 10_000n) return `${(Number(hundredthsOfCent) / 100).toFixed(2)}¢`;
  return dollars((micro + MICRO_PER_CENT - 1n) / MICRO_PER_CENT, 2);
}

/** An estimated cost: "≈ 0.35¢, at most 1.20¢". Only one amount if both look the same. */
export function formatEstimate(typical: MicroUsd, atMost: MicroUsd = typical): string {
  const [usual, most] = [formatCost(typical), formatCost(atMost)];
  const about = usual.startsWith('<') || toBigInt(typical) <= 0n ? usual : `≈ ${usual}`;
  return usual === most ? about : `${about}, at most ${most}`;
}

/** Converts a price per 1,000 tokens, in dollars, to one per million, as vendors show it: 0.00015 → "$0.15". */
export function formatPricePerMillion(pricePer1K: number): string {
  const perMillion = Number((pricePer1K * 1000).toFixed(6));
  if (perMillion === 0) return '$0';
  // Prices are never rounded.
  const decimals = String(perMillion).split('.')[1]?.length ?? 0;
  return `$${perMillion.toFixed(Math.max(perMillion < 0.1 ? 3 : 2, decimals))}`;
}

/** Input and output price per million tokens: "$0.15 / $0.60". */
export const formatTokenPrices = (price: { inputPricePer1K: string; outputPricePer1K: string }): string =>
  [price.inputPricePer1K, price.outputPricePer1K]
    .map((each) => formatPricePerMillion(Number(each)))
    .join(' / ');

const toBigInt = (amount: MicroUsd): bigint =>
  typeof amount === 'bigint' ? amount : BigInt(Math.round(amount));

/** Formats an integer number of 10^-decimals dollars. */
function dollars(count: bigint, decimals: 2 | 6): string {
  const digits = count.toString().padStart(decimals + 1, '0');
  return `$${whole.format(BigInt(digits.slice(0, -decimals)))}.${digits.slice(-decimals)}`;
}
