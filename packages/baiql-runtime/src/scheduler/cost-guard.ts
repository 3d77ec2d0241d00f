/** Enforces a run's cost limit. Amounts are micro-dollars. */
export interface CostGuard {
  /**
   * Reserves the maximum cost of a request; waits while settling requests in flight could make it fit. False: it would
   * exceed the limit, so the run has to stop.
   */
  admit(maxCostMicroUsd: number): Promise<boolean>;
  /** Replaces a reservation by the actual cost. */
  settle(maxCostMicroUsd: number, costMicroUsd: number): void;
  /** Sets the cost of the run so far, earlier parts included. Call only while nothing is in flight. */
  startFrom(spentMicroUsd: number): void;
  /** Lowers the limit; a higher one has no effect. */
  lower(limitMicroUsd: number | null): void;
  readonly hasLimit: boolean;
}

/** Null for no limit. */
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
