import { DomainError } from '~/core/shared/errors';
import { microUsd, tokenCount } from './money';

/** Micro-dollars per million tokens of each kind, the precision of vendors' price lists. */
export interface TokenRates {
  input: bigint;
  output: bigint;
  cacheRead: bigint;
  cacheWrite: bigint;
}

export interface PriceRule {
  rates: TokenRates;
  /** Rates for the whole request if its input exceeds this many tokens; the highest exceeded step applies. */
  steps: readonly { aboveInputTokens: number; rates: TokenRates }[];
  /** Micro-dollars per request. */
  requestFee: bigint;
  /** Micro-dollars per search by the vendor. */
  searchFee: bigint;
  /** Micro-dollars per minute of audio, billed by the second; may be 0. Set only for transcription models. */
  audioMinuteFee?: bigint | undefined;
}

/** Billed usage. `inputTokens` includes cached tokens. */
export interface BilledUsage {
  inputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  searches: number;
  /** Length of a transcribed recording, in whole seconds. */
  audioSeconds?: number | undefined;
}

const TOKENS_PER_RATE = 1_000_000n;
const SECONDS_PER_MINUTE = 60n;

/** A rule from prices per 1,000 tokens, with no discount for cached tokens. */
export function plainRule(price: { inputMicroUsdPer1k: bigint; outputMicroUsdPer1k: bigint }): PriceRule {
  const input = microUsd(price.inputMicroUsdPer1k, 'inputMicroUsdPer1k') * 1_000n;
  const output = microUsd(price.outputMicroUsdPer1k, 'outputMicroUsdPer1k') * 1_000n;
  return {
    rates: { input, output, cacheRead: input, cacheWrite: input },
    steps: [],
    requestFee: 0n,
    searchFee: 0n,
  };
}

/** A rule with a price per minute of audio. */
export const minutesRule = (audioMinuteFee: bigint): PriceRule => ({
  ...plainRule({ inputMicroUsdPer1k: 0n, outputMicroUsdPer1k: 0n }),
  audioMinuteFee: microUsd(audioMinuteFee, 'audioMinuteFee'),
});

/** The cost of the reported usage in micro-dollars, rounded up once. */
export function costByRule(rule: PriceRule, usage: BilledUsage): bigint {
  const input = tokenCount(usage.inputTokens, 'inputTokens');
  const cacheRead = smaller(tokenCount(usage.cacheReadTokens, 'cacheReadTokens'), input);
  const cacheWrite = smaller(tokenCount(usage.cacheWriteTokens, 'cacheWriteTokens'), input - cacheRead);
  const rates = ratesAt(rule, usage.inputTokens);
  return total(rule, usage, [
    [input - cacheRead - cacheWrite, rates.input],
    [cacheRead, rates.cacheRead],
    [cacheWrite, rates.cacheWrite],
    [tokenCount(usage.outputTokens, 'outputTokens'), rates.output],
  ]);
}

/** The maximum cost of any usage within these bounds, in micro-dollars: the amount to hold. */
export function worstCase(
  rule: PriceRule,
  bounds: {
    inputTokens: number;
    maxOutputTokens: number;
    searches: number;
    audioSeconds?: number | undefined;
  },
): bigint {
  const dearest = highestRates(rule, bounds.inputTokens);
  return total(rule, bounds, [
    [tokenCount(bounds.inputTokens, 'inputTokens'), dearest.input],
    [tokenCount(bounds.maxOutputTokens, 'maxOutputTokens'), dearest.output],
  ]);
}

/** The highest price per token for a request of up to this many input tokens. */
export function highestRates(rule: PriceRule, maxInputTokens: number): { input: bigint; output: bigint } {
  // Includes the lower steps: a higher step may be cheaper, and the input may turn out shorter than counted.
  const reached = [
    rule.rates,
    ...rule.steps.filter((step) => step.aboveInputTokens < maxInputTokens).map(ratesOf),
  ];
  const dearest = (pick: (rates: TokenRates) => bigint): bigint => reached.map(pick).reduce(larger, 0n);
  return {
    input: dearest(({ input, cacheRead, cacheWrite }) => larger(input, larger(cacheRead, cacheWrite))),
    output: dearest(({ output }) => output),
  };
}

/**
 * Validates a rule before it is stored.
 * @throws DomainError `invalid_amount`, `invalid_price_rule`
 */
export function checkRule(rule: PriceRule): PriceRule {
  for (const rates of [rule.rates, ...rule.steps.map(ratesOf)]) {
    for (const [name, rate] of Object.entries(rates)) microUsd(rate, name);
  }
  microUsd(rule.requestFee, 'requestFee');
  microUsd(rule.searchFee, 'searchFee');
  microUsd(rule.audioMinuteFee ?? 0n, 'audioMinuteFee');
  let last = 0;
  for (const { aboveInputTokens } of rule.steps) {
    tokenCount(aboveInputTokens, 'aboveInputTokens');
    if (aboveInputTokens <= last) {
      throw new DomainError('invalid', 'Each step begins at more input tokens than the one before it.', {
        code: 'invalid_price_rule',
      });
    }
    last = aboveInputTokens;
  }
  return rule;
}

const ratesOf = ({ rates }: { rates: TokenRates }): TokenRates => rates;

/** The step that applies at this many input tokens; undefined below the first. */
export const stepAt = ({ steps }: PriceRule, inputTokens: number) =>
  steps.findLast(({ aboveInputTokens }) => inputTokens > aboveInputTokens);

export const ratesAt = (rule: PriceRule, inputTokens: number): TokenRates =>
  stepAt(rule, inputTokens)?.rates ?? rule.rates;

function total(
  rule: PriceRule,
  used: Pick<BilledUsage, 'searches' | 'audioSeconds'>,
  parts: readonly [tokens: bigint, rate: bigint][],
): bigint {
  const tokens = parts.reduce((sum, [count, rate]) => sum + count * rate, 0n);
  const audio = tokenCount(used.audioSeconds ?? 0, 'audioSeconds') * (rule.audioMinuteFee ?? 0n);
  const divisor = TOKENS_PER_RATE * SECONDS_PER_MINUTE;
  const whole = (tokens * SECONDS_PER_MINUTE + audio * TOKENS_PER_RATE + divisor - 1n) / divisor;
  const searches = tokenCount(used.searches, 'searches') * rule.searchFee;
  return microUsd(whole + rule.requestFee + searches, 'cost');
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
