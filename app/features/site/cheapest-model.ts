import type { ModelPrice } from './read-model-prices.server';

/** The model that the pages take for their example: the cheaper of the free ones, or else of all. */
export const cheapestOf = (prices: readonly ModelPrice[]): ModelPrice | undefined => {
  const free = prices.filter(({ isFree }) => isFree);
  const [cheapest] = [...(free.length > 0 ? free : prices)].sort(
    (a, b) => a.typicalReplyUsd - b.typicalReplyUsd,
  );
  return cheapest;
};
