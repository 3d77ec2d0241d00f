import { z } from '~/core/shared/zod';
import type { PriceRule, TokenRates } from './price-rule';

// The stored form of a price rule: JSON without default values. Rates are whole micro-dollars per million tokens; the
// ledger's bounds keep them exact as numbers.

const amount = z.number().int().nonnegative();

const ratesSchema = z.object({
  input: amount,
  output: amount,
  /** Defaults to the input rate, like `cacheWrite`. */
  cacheRead: amount.optional(),
  cacheWrite: amount.optional(),
});
type StoredRates = z.output<typeof ratesSchema>;

const ruleSchema = ratesSchema.extend({
  steps: z.array(ratesSchema.extend({ above: amount })).optional(),
  requestFee: amount.optional(),
  searchFee: amount.optional(),
  audioMinuteFee: amount.optional(),
});

export function storedRule(rule: PriceRule): string {
  const { rates, steps, requestFee, searchFee, audioMinuteFee } = rule;
  const stored: z.input<typeof ruleSchema> = {
    ...storedRates(rates),
    ...(steps.length > 0 && {
      steps: steps.map((step) => ({ above: step.aboveInputTokens, ...storedRates(step.rates) })),
    }),
    ...(requestFee > 0n && { requestFee: Number(requestFee) }),
    ...(searchFee > 0n && { searchFee: Number(searchFee) }),
    ...(audioMinuteFee !== undefined && { audioMinuteFee: Number(audioMinuteFee) }),
  };
  return JSON.stringify(stored);
}

/** Most completions use a few current rules, so parsed rules are cached. */
const MAX_CACHED_RULES = 500;
const ruleCache = new Map<string, PriceRule>();

/** Parses the output of `storedRule`. */
export function readRule(text: string): Readonly<PriceRule> {
  const known = ruleCache.get(text);
  if (known) return known;
  const {
    steps = [],
    requestFee = 0,
    searchFee = 0,
    audioMinuteFee,
    ...rates
  } = ruleSchema.parse(JSON.parse(text));
  const rule = Object.freeze({
    rates: ratesOf(rates),
    steps: steps.map(({ above, ...own }) => ({ aboveInputTokens: above, rates: ratesOf(own) })),
    requestFee: BigInt(requestFee),
    searchFee: BigInt(searchFee),
    ...(audioMinuteFee !== undefined && { audioMinuteFee: BigInt(audioMinuteFee) }),
  });
  if (ruleCache.size >= MAX_CACHED_RULES) ruleCache.clear();
  ruleCache.set(text, rule);
  return rule;
}

const storedRates = ({ input, output, cacheRead, cacheWrite }: TokenRates): StoredRates => ({
  input: Number(input),
  output: Number(output),
  ...(cacheRead !== input && { cacheRead: Number(cacheRead) }),
  ...(cacheWrite !== input && { cacheWrite: Number(cacheWrite) }),
});

const ratesOf = ({
  input,
  output,
  cacheRead = input,
  cacheWrite = input,
}: StoredRates): Readonly<TokenRates> =>
  Object.freeze({
    input: BigInt(input),
    output: BigInt(output),
    cacheRead: BigInt(cacheRead),
    cacheWrite: BigInt(cacheWrite),
  });
