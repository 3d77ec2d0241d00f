/*
 * Amounts are micro-dollars, millionths of a dollar, as the ledger keeps them. An amount is written by what it is for,
 * so that one size of money never stands in two ways side by side; README.md has the rule.
 */

/** Micro-dollars. */
export type MicroUsd = number | bigint;

interface Own {
  availableMicroUsd: MicroUsd;
  ownMicroUsd: MicroUsd;
}

const MICRO_PER_CENT = 10_000n;
const whole = new Intl.NumberFormat('en-US');

/** Cents with a fraction, as the API has them, to micro-dollars. */
export const microUsdFromCents = (cents: number): number => Math.round(cents * Number(MICRO_PER_CENT));

/** Dollars to micro-dollars. */
export const microUsdFromUsd = (usd: number): number => Math.round(usd * 1_000_000);

/** Something, but less than a cent: with two decimals it would read as nothing. */
const UNDER_A_CENT = '< $0.01';
const isUnderACent = (micro: bigint): boolean => micro > 0n && micro < MICRO_PER_CENT;

/** What there is to spend: two decimals, never more than there is. 4999914 → "$4.99", -60000 → "-$0.06". */
export function formatBalance(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  if (isUnderACent(micro)) return UNDER_A_CENT;
  const cents = micro / MICRO_PER_CENT - (micro < 0n && micro % MICRO_PER_CENT !== 0n ? 1n : 0n);
  return `${cents < 0n ? '-' : ''}${dollars(cents < 0n ? -cents : cents, 2)}`;
}

/** What is somebody's own, in a sentence: the balance as it stands elsewhere on the page, and what of it is on hold. */
export function formatOwn({ availableMicroUsd, ownMicroUsd }: Own): string {
  const onHold = toBigInt(ownMicroUsd) - toBigInt(availableMicroUsd);
  const balance = formatBalance(availableMicroUsd);
  return onHold > 0n ? `${balance}, plus ${formatBalance(onHold)} on hold` : balance;
}

/** What was spent, in a sentence or a tile: two decimals, never less than it was. 12300001 → "$12.31", 140 → "< $0.01". */
export function formatSpent(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  if (isUnderACent(micro)) return UNDER_A_CENT;
  return formatBalance(micro <= 0n ? micro : micro + MICRO_PER_CENT - 1n);
}

/** To the millionth, so that the rows of a ledger add up on screen. 86 → "$0.000086". */
export function formatExact(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  return `${micro < 0n ? '-' : ''}${dollars(micro < 0n ? -micro : micro, 6)}`;
}

/** As exact, with its sign: 5000000 → "+$5.000000", -86 → "−$0.000086". Zero has none. */
export function formatChange(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  if (micro === 0n) return dollars(0n, 6);
  return micro < 0n ? `−${dollars(-micro, 6)}` : `+${dollars(micro, 6)}`;
}

/**
 * What one act costs, in little room: 0 → "$0.00", less than a tenth of a cent → "< 0.10¢", less than a dollar in cents
 * ("0.35¢", "12.40¢"), else dollars ("$1.24"). Rounded up, since a cost must not look smaller than it is.
 */
export function formatCost(amount: MicroUsd): string {
  const micro = toBigInt(amount);
  if (micro <= 0n) return dollars(0n, 2);
  if (micro < MICRO_PER_CENT / 10n) return '< 0.10¢';
  const hundredthsOfCent = (micro + 99n) / 100n;
  if (hundredthsOfCent < 10_000n) return `${(Number(hundredthsOfCent) / 100).toFixed(2)}¢`;
  return dollars((micro + MICRO_PER_CENT - 1n) / MICRO_PER_CENT, 2);
}

/** Before an act: "≈ 0.35¢, at most 1.20¢"; one amount where both read the same, or where there is but one guess. */
export function formatEstimate(typical: MicroUsd, atMost: MicroUsd = typical): string {
  const [usual, most] = [formatCost(typical), formatCost(atMost)];
  const about = usual.startsWith('<') || toBigInt(typical) <= 0n ? usual : `≈ ${usual}`;
  return usual === most ? about : `${about}, at most ${most}`;
}

/** A price as vendors print it, from dollars for 1,000 tokens: 0.00015 → "$0.15" for 1,000,000. */
export function formatPricePerMillion(pricePer1K: number): string {
  const perMillion = Number((pricePer1K * 1000).toFixed(6));
  if (perMillion === 0) return '$0';
  // A price is never rounded, however fine it is.
  const decimals = String(perMillion).split('.')[1]?.length ?? 0;
  return `$${perMillion.toFixed(Math.max(perMillion < 0.1 ? 3 : 2, decimals))}`;
}

/** What a million tokens cost, in and out: "$0.15 / $0.60". */
export const formatRates = (price: { inputPricePer1K: string; outputPricePer1K: string }): string =>
  [price.inputPricePer1K, price.outputPricePer1K]
    .map((each) => formatPricePerMillion(Number(each)))
    .join(' / ');

const toBigInt = (amount: MicroUsd): bigint =>
  typeof amount === 'bigint' ? amount : BigInt(Math.round(amount));

/** A count of the last of so many decimals, in dollars. */
function dollars(count: bigint, decimals: 2 | 6): string {
  const digits = count.toString().padStart(decimals + 1, '0');
  return `$${whole.format(BigInt(digits.slice(0, -decimals)))}.${digits.slice(-decimals)}`;
}
