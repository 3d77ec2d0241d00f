/** Keeps a run below its limit of cost. Amounts are micro-dollars. */
export interface CostGuard {
  /**
   * Sets the most that a request can cost aside; waits while what is in flight might leave room for it.
   * False: it would pass the limit, so the run has to stop.
   */
  admit(maxCostMicroUsd: number): Promise<boolean>;
  /** What an admitted request has come to. */
  settle(maxCostMicroUsd: number, costMicroUsd: number): void;
  /** What the run has cost up to now, earlier parts included. To be said while nothing is in flight. */
  startFrom(spentMicroUsd: number): void;
  /** From now on this limit counts, if it is lower than the others. */
  lower(limitMicroUsd: number | null): void;
  readonly hasLimit: boolean;
}

/** A null limit is none. */
export function createCostGuard(limitMicroUsd: number | null): CostGuard {
  let limit = limitMicroUsd ?? Number.POSITIVE_INFINITY;
  let spent = 0;
  let reserved = 0;
  const queue: { readonly cost: number; readonly answer: (admitted: boolean) => void }[] = [];

  function next(): void {
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      const fits = spent + reserved + first.cost <= limit;
      if (!fits && reserved > 0) return;
      queue.shift();
      if (fits) reserved += first.cost;
      first.answer(fits);
    }
  }

  return {
    admit: (cost) =>
      new Promise((answer) => {
        queue.push({ cost, answer });
        next();
      }),
    settle(maxCost, cost) {
      reserved -= maxCost;
      spent += cost;
      next();
    },
    startFrom(cost) {
      spent = cost;
    },
    lower(other) {
      if (other !== null) limit = Math.min(limit, other);
    },
    get hasLimit() {
      return Number.isFinite(limit);
    },
  };
}
