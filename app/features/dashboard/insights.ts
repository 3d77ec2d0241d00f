import { formatCost } from '~/ui/format-money';
import { formatCount, formatCountOf } from '~/ui/format-count';
import type { Sums } from './sums';

/** A row of the figures behind an insight. */
interface InsightFigure {
  label: string;
  requests: number;
  /** Average output tokens per request. */
  replyTokens: number;
  costMicroUsd: number;
}

/** An insight: a sentence about the user's usage with its figures. */
export interface Insight {
  key: string;
  title: string;
  sentence: string;
  figures: InsightFigure[];
}

export interface NamedSums {
  name: string;
  sums: Sums;
}

export interface ModelSums extends NamedSums {
  provider: string;
  model: string;
  /** The cost of these tokens at the model's current price; null if it has none. */
  priceFor: ((tokens: { inputTokens: number; outputTokens: number }) => number) | null;
}

/** Minimum number of requests for an insight. */
const ENOUGH_REQUESTS = 5;
/** Minimum share of the total spending for an insight about a category. */
const LARGE_SHARE = 0.3;
/** Completions count as similarly long from this share of the other's tokens. */
const AS_LONG = 0.9;
/** Minimum saving for suggesting another model. */
const WORTH_SAVING_MICRO_USD = 10_000;
const WORTH_SAVING_SHARE = 0.2;
/** An unusual day costs this many times the median, and exceeds it by at least a cent. */
const UNUSUAL_TIMES = 2.5;
const UNUSUAL_MICRO_USD = 10_000;
/** Minimum number of days with spending. */
const ENOUGH_DAYS = 4;
const MAX_UNUSUAL_DAYS = 3;

const costPerRequest = ({ costMicroUsd, requests }: Sums): number =>
  requests === 0 ? 0 : costMicroUsd / requests;
const tokensPerReply = ({ outputTokens, requests }: Sums): number =>
  requests === 0 ? 0 : Math.round(outputTokens / requests);

const figureOf = ({ name, sums }: NamedSums): InsightFigure => ({
  label: name,
  requests: sums.requests,
  replyTokens: tokensPerReply(sums),
  costMicroUsd: sums.costMicroUsd,
});

const requests = (count: number): string => formatCountOf(count, 'request');

/**
 * The category with the highest cost per request among those with a large share of the spending, if it is above the
 * average of the others.
 */
export function mostExpensiveKind(kinds: readonly NamedSums[]): Insight | null {
  const total = kinds.reduce((sum, { sums }) => sum + sums.costMicroUsd, 0);
  const dearest = kinds
    .filter(({ sums }) => sums.requests >= ENOUGH_REQUESTS)
    .toSorted((one, other) => costPerRequest(other.sums) - costPerRequest(one.sums))
    .find(({ sums }) => sums.costMicroUsd >= total * LARGE_SHARE);
  if (!dearest || kinds.length < 2 || total === 0) return null;
  const others = kinds.filter((kind) => kind !== dearest);
  const otherRequests = others.reduce((sum, { sums }) => sum + sums.requests, 0);
  const otherCost = total - dearest.sums.costMicroUsd;
  const [own, usual] = [costPerRequest(dearest.sums), otherRequests === 0 ? 0 : otherCost / otherRequests];
  const [ownCost, usualCost] = [formatCost(own), formatCost(usual)];
  if (own <= usual || ownCost === usualCost) return null; // or equal when formatted, such as fractions of a cent
  const share = Math.round((dearest.sums.costMicroUsd / total) * 100);
  return {
    key: 'kind',
    title: `Your most expensive category: ${dearest.name}`,
    sentence: `${requests(dearest.sums.requests)} made up ${String(share)}% of your spending: ${ownCost} each on average, compared with ${usualCost} for everything else.`,
    figures: [dearest, ...others].map(figureOf),
  };
}

/**
 * Finds a cheaper model that the user has used, with similarly long completions, for one of their most expensive
 * models. Compares the same tokens at its current price.
 */
export function cheaperModel(models: readonly ModelSums[]): Insight | null {
  const used = models.filter(({ sums }) => sums.requests - sums.freeRequests >= ENOUGH_REQUESTS);
  for (const dear of used.toSorted((one, other) => other.sums.costMicroUsd - one.sums.costMicroUsd)) {
    const better = models
      .filter(
        ({ model, sums }) =>
          model !== dear.model &&
          sums.requests >= ENOUGH_REQUESTS &&
          tokensPerReply(sums) >= tokensPerReply(dear.sums) * AS_LONG,
      )
      .flatMap((other) =>
        other.priceFor === null ? [] : [{ other, costMicroUsd: Math.ceil(other.priceFor(dear.sums)) }],
      )
      .toSorted((one, another) => one.costMicroUsd - another.costMicroUsd)[0];
    const saved = better === undefined ? 0 : dear.sums.costMicroUsd - better.costMicroUsd;
    if (!better || saved < Math.max(WORTH_SAVING_MICRO_USD, dear.sums.costMicroUsd * WORTH_SAVING_SHARE))
      continue;
    const { other, costMicroUsd } = better;
    return {
      key: 'model',
      title: `Consider ${other.name} instead of ${dear.name}`,
      sentence: `Its replies were about as long: ${formatCount(tokensPerReply(other.sums))} tokens on average, compared with ${formatCount(tokensPerReply(dear.sums))} from ${dear.name}. Your ${requests(dear.sums.requests)} to ${dear.name} cost ${formatCost(dear.sums.costMicroUsd)}; at ${other.name}’s price they would have cost ${formatCost(costMicroUsd)}.`,
      figures: [dear, other].map(figureOf),
    };
  }
  return null;
}

export interface DaySums extends NamedSums {
  /** The model with the highest cost that day; evaluated only for unusual days. */
  mainModel: () => string | null;
}

/** Days that cost several times the median of the days with spending. */
export function unusualDays(days: readonly DaySums[]): Insight[] {
  const spending = days.filter(({ sums }) => sums.costMicroUsd > 0);
  if (spending.length < ENOUGH_DAYS) return [];
  const costs = spending.map(({ sums }) => sums.costMicroUsd).toSorted((one, other) => one - other);
  const usual = medianOf(costs);
  return spending
    .filter(
      ({ sums }) =>
        sums.costMicroUsd >= usual * UNUSUAL_TIMES && sums.costMicroUsd - usual >= UNUSUAL_MICRO_USD,
    )
    .toSorted((one, other) => other.sums.costMicroUsd - one.sums.costMicroUsd)
    .slice(0, MAX_UNUSUAL_DAYS)
    .map((day) => ({ day, model: day.mainModel() }))
    .map(({ day, model }) => ({
      key: `day ${day.name}`,
      title: `${day.name} was unusual`,
      sentence: `You spent ${formatCost(day.sums.costMicroUsd)} on ${requests(day.sums.requests)}, ${(day.sums.costMicroUsd / usual).toFixed(1)} times your usual day (${formatCost(usual)}).${model === null ? '' : ` Most of it went to ${model}.`}`,
      figures: spending.map(figureOf),
    }));
}

function medianOf(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
