import type { Behaviour } from './behaviour';

/** Shares of requests, 0 to 1, that fail at random; repeatable for one seed and order of arrival. */
export interface FaultRates {
  rate429?: number;
  rate500?: number;
  rateReset?: number;
  retryAfterS?: number;
  seed?: number;
}

export function createRandomFaults(rates: FaultRates): () => Behaviour | undefined {
  const { rate429 = 0, rate500 = 0, rateReset = 0, retryAfterS = 1, seed = 1 } = rates;
  if (rate429 + rate500 + rateReset === 0) return () => undefined;
  const next = createGenerator(seed);
  const table: readonly [share: number, behaviour: Behaviour][] = [
    [
      rate429,
      {
        kind: 'status',
        status: 429,
        code: 'rate_limit_exceeded',
        headers: { 'retry-after': String(retryAfterS) },
      },
    ],
    [rate500, { kind: 'status', status: 500 }],
    [rateReset, { kind: 'reset', when: 'after-read' }],
  ];
  return () => {
    let left = next();
    for (const [share, behaviour] of table) {
      if (left < share) return behaviour;
      left -= share;
    }
    return undefined;
  };
}

/** A 32-bit linear congruential generator (Numerical Recipes' constants), good enough for a dice. */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
