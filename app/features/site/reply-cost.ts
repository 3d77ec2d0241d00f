import type { ModelPrice } from './read-model-prices.server';

/** 1,000 tokens are about 750 English words. */
const WORDS_PER_TOKEN = 0.75;

export interface TokenPrices {
  inputUsdPer1M: number;
  outputUsdPer1M: number;
}

/** The size of "a typical reply": a prompt of half a page and a short reply. */
export const TYPICAL_WORDS = { prompt: 300, reply: 375 } as const;

export const tokensOf = (words: number): number => Math.ceil(words / WORDS_PER_TOKEN);

/** The cost of a reply of this many words, including the prompt. */
export function replyUsd({ inputUsdPer1M, outputUsdPer1M }: TokenPrices, replyWords: number): number {
  const promptUsd = tokensOf(TYPICAL_WORDS.prompt) * inputUsdPer1M;
  return (promptUsd + tokensOf(replyWords) * outputUsdPer1M) / 1_000_000;
}

/** How many such replies an amount pays for; undefined for free models. */
export function repliesFor(usd: number, prices: TokenPrices, replyWords: number): number | undefined {
  const each = replyUsd(prices, replyWords);
  // Floating-point sums are slightly too large, which would lose one reply.
  return each === 0 ? undefined : Math.floor(usd / each + 1e-9);
}

/** The example model of the pages: the cheapest free one, or else the cheapest. */
export const cheapestOf = (prices: readonly ModelPrice[]): ModelPrice | undefined => {
  const free = prices.filter(({ isFree }) => isFree);
  const [cheapest] = [...(free.length > 0 ? free : prices)].sort(
    (a, b) => a.typicalReplyUsd - b.typicalReplyUsd,
  );
  return cheapest;
};

/** Unique vendors of these models, in order. */
export const vendorsOf = (prices: readonly Pick<ModelPrice, 'provider'>[]): string[] => [
  ...new Set(prices.map(({ provider }) => provider)),
];
