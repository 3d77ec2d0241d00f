import type { AiPrice } from '@prisma/client';
import { formatMicroUsd, formatPricePer1K } from '~/core/shared/money';
import { readRule, type PriceRule, type TokenRates } from '~/features/ledger/index.server';
import { formatDay } from '~/ui/format-date';
import type { PriceChange } from './price-schema';

/** A price to compare; undefined if there was none. */
export type PriceState = { rule: PriceRule; isActive: boolean } | undefined;

/** A price as labeled lines for administrators: rates per 1,000 tokens, fees per unit. */
function linesOf(price: PriceState): Map<string, string> {
  if (!price) return new Map();
  const { rates, steps, requestFee, searchFee, audioMinuteFee = 0n } = price.rule;
  return new Map([
    ...rateLines(rates, ''),
    ...steps.flatMap((step) => rateLines(step.rates, ` above ${count(step.aboveInputTokens)} tokens`)),
    ...(requestFee > 0n ? [['Each request', dollars(requestFee)] as const] : []),
    ...(searchFee > 0n ? [['Each search', dollars(searchFee)] as const] : []),
    ...(audioMinuteFee > 0n ? [['Each minute of audio', dollars(audioMinuteFee)] as const] : []),
    ['State', price.isActive ? 'Active' : 'Off'],
  ]);
}

const rateLines = (rates: TokenRates, where: string): (readonly [string, string])[] => [
  [`Input${where}`, perThousand(rates.input)],
  [`Output${where}`, perThousand(rates.output)],
  [`Cache reads${where}`, perThousand(rates.cacheRead)],
  [`Cache writes${where}`, perThousand(rates.cacheWrite)],
];

/** The lines that differ between two prices. */
export function changesBetween(before: PriceState, after: PriceState): PriceChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? null, after: now.get(label) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** Steps and fees of a price, one sentence each. */
export const extrasOf = ({ steps, requestFee, searchFee, audioMinuteFee = 0n }: PriceRule): string[] => [
  ...steps.map(
    ({ aboveInputTokens, rates }) =>
      `Above ${count(aboveInputTokens)} input tokens: ${perThousand(rates.input)} in, ${perThousand(rates.output)} out`,
  ),
  ...(requestFee > 0n ? [`${dollars(requestFee)} per request`] : []),
  ...(searchFee > 0n ? [`${dollars(searchFee)} per search`] : []),
  ...(audioMinuteFee > 0n ? [`${dollars(audioMinuteFee)} per minute of audio`] : []),
];

/** An upcoming price as a sentence. */
export function upcomingLine({ rule, isActive, validFrom }: AiPrice): string {
  const from = `From ${formatDay(validFrom, 'UTC')}`;
  const { rates } = readRule(rule);
  return isActive
    ? `${from}: ${perThousand(rates.input)} in, ${perThousand(rates.output)} out`
    : `${from}: off`;
}

const perThousand = (rate: bigint): string => `$${formatPricePer1K(rate)}`;
const dollars = (fee: bigint): string => `$${formatMicroUsd(fee)}`;
const count = (tokens: number): string => tokens.toLocaleString('en-US');
