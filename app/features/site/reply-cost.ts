import type { ModelPrice } from './read-model-prices.server';

/** 1,000 tokens are about 750 English words. */
const WORDS_PER_TOKEN = 0.75;

export interface TokenPrices {
  inputUsdPer1M: number;
  outputUsdPer1M: number;
}

/** A prompt of an English half page; a reply of a short one. What "a typical reply" means on these pages. */
export const TYPICAL_WORDS = { prompt: 300, reply: 375 } as const;

export const tokensOf = (words: number): number => Math.ceil(words / WORDS_PER_TOKEN);

/** What one reply of so many words costs, the prompt included. */
export function replyUsd({ inputUsdPer1M, outputUsdPer1M }: TokenPrices, replyWords: number): number {
  const promptUsd = tokensOf(TYPICAL_WORDS.prompt) * inputUsdPer1M;
  return (promptUsd + tokensOf(replyWords) * outputUsdPer1M) / 1_000_000;
}

/** How many such replies an amount pays for; undefined for a model that costs nothing. */
export function repliesFor(usd: number, prices: TokenPrices, replyWords: number): number | undefined {
  const each = replyUsd(prices, replyWords);
  // Sums of prices come out a hair too large, which would cost a reply that is paid for.
  return each === 0 ? undefined : Math.floor(usd / each + 1e-9);
}

/** The model that the pages take for their example: the cheaper of the free ones, or else of all. */
export const cheapestOf = (prices: readonly ModelPrice[]): ModelPrice | undefined => {
  const free = prices.filter(({ isFree }) => isFree);
  const [cheapest] = [...(free.length > 0 ? free : prices)].sort(
    (a, b) => a.typicalReplyUsd - b.typicalReplyUsd,
  );
  return cheapest;
};

/** The vendors of these models, each once and in their order. */
export const vendorsOf = (prices: readonly Pick<ModelPrice, 'provider'>[]): string[] => [
  ...new Set(prices.map(({ provider }) => provider)),
];
