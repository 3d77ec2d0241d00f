import { formatMicroUsd, formatPicoUsd } from '~/core/shared/money';
import { costByRule, ratesAt, stepAt, type PriceRule } from '~/features/ledger/index.server';
import type { Charge } from '~/features/ledger/contract';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { formatDuration } from '~/ui/format-duration';

/** How an amount was calculated, shown when a ledger line is expanded. */
export interface ChargeExplanation {
  /** Tokens and fees, each with its rate and exact amount. */
  lines: { label: string; detail: string; amount: string }[];
  /** The total, and the charge if it differs. */
  totals: { label: string; amount: string }[];
  /** Explanations: a price step, the free plan, a cap. */
  remarks: string[];
}

const PICO_PER_MICRO = 1_000_000n;

/**
 * Itemizes a charge and explains differences between the price and the amount. A pure function of the ledger's data.
 */
export function explainCharge(charge: Charge, chargedMicroUsd: bigint): ChargeExplanation {
  const { price, usage, isFree, heldMicroUsd } = charge;
  const cost = costByRule(price, usage);
  const lines = linesOf(charge);
  const exact = lines.reduce((sum, { pico }) => sum + pico, 0n);
  return {
    lines: lines.map(({ label, detail, pico }) => ({ label, detail, amount: usd(pico) })),
    totals: [
      ...(exact % PICO_PER_MICRO === 0n
        ? [{ label: 'Price', amount: usd(exact) }]
        : [{ label: 'Price, rounded up to a millionth of a dollar', amount: micro(cost) }]),
      ...(cost === chargedMicroUsd ? [] : [{ label: 'Charged', amount: micro(chargedMicroUsd) }]),
    ],
    remarks: [
      ...stepRemarks(price, usage.inputTokens),
      ...(isFree
        ? ['This request was free: one of your free requests for that day.']
        : cost > chargedMicroUsd && chargedMicroUsd === heldMicroUsd
          ? [
              `Your charge was capped at the ${micro(heldMicroUsd)} on hold. This server covered the remaining ${micro(cost - chargedMicroUsd)}.`,
            ]
          : cost === chargedMicroUsd
            ? []
            : ['Part of the input was cached by the provider and billed at a separate rate.']),
    ],
  };
}

type Line = { label: string; detail: string; pico: bigint };

function linesOf({ price, usage }: Charge): Line[] {
  const rates = ratesAt(price, usage.inputTokens);
  const { cacheReadTokens, cacheWriteTokens, searches, audioSeconds } = usage;
  if (audioSeconds !== undefined) return audioLine(audioSeconds, price.audioMinuteFee ?? 0n);
  const fresh = usage.inputTokens - cacheReadTokens - cacheWriteTokens;
  return [
    ...tokenLine('Input', fresh, rates.input),
    ...(cacheReadTokens > 0 ? tokenLine('Cache reads', cacheReadTokens, rates.cacheRead) : []),
    ...(cacheWriteTokens > 0 ? tokenLine('Cache writes', cacheWriteTokens, rates.cacheWrite) : []),
    ...tokenLine('Output', usage.outputTokens, rates.output),
    ...feeLine('Fee', 1, price.requestFee, 'per request'),
    ...feeLine('Searches', searches, price.searchFee, 'per search'),
  ];
}

const tokenLine = (label: string, tokens: number, rate: bigint): Line[] => [
  {
    label,
    detail: `${formatCountOf(tokens, 'token')} at ${rateText(rate)} per million`,
    pico: BigInt(tokens) * rate,
  },
];

const audioLine = (seconds: number, minuteFee: bigint): Line[] => [
  {
    label: 'Audio',
    detail: `${formatDuration(seconds)} at ${rateText(minuteFee)} per minute`,
    pico: (BigInt(seconds) * minuteFee * PICO_PER_MICRO) / 60n,
  },
];

const feeLine = (label: string, count: number, fee: bigint, unit: string): Line[] =>
  fee === 0n || count === 0
    ? []
    : [
        {
          label,
          detail: `${count > 1 ? `${formatCount(count)} at ` : ''}$${formatMicroUsd(fee)} ${unit}`,
          pico: BigInt(count) * fee * PICO_PER_MICRO,
        },
      ];

function stepRemarks(price: PriceRule, inputTokens: number): string[] {
  const step = stepAt(price, inputTokens);
  if (!step) return [];
  return [
    `Above ${formatCount(step.aboveInputTokens)} input tokens, this model charges different rates for the whole request.`,
  ];
}

/** At least two decimals, as in price lists: "$0.60". */
const rateText = (rate: bigint): string => {
  const [whole = '0', decimals = ''] = formatMicroUsd(rate).split('.');
  return `$${whole}.${decimals.padEnd(2, '0')}`;
};
const usd = (pico: bigint): string => `$${formatPicoUsd(pico)}`;
const micro = (microUsd: bigint): string => `$${formatMicroUsd(microUsd)}`;
