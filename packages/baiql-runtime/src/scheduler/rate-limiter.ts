const MINUTE_MS = 60_000;

/** LIMIT: a rate limit per minute, evenly spaced. Unused capacity is not saved, to avoid bursts. */
export class RateLimiter {
  readonly #intervalMs: number;
  #nextAtMs = Number.NEGATIVE_INFINITY;

  /** Null: no limit. */
  constructor(perMinute: number | null) {
    this.#intervalMs = perMinute === null ? 0 : MINUTE_MS / perMinute;
  }

  /** The earliest time of the next request. */
  get nextAtMs(): number {
    return this.#nextAtMs;
  }

  take(nowMs: number): void {
    if (this.#intervalMs === 0) return;
    // Based on the planned time, so that late timers do not slow down the run; never bursts.
    const planned = this.#nextAtMs + this.#intervalMs;
    this.#nextAtMs = planned > nowMs ? planned : nowMs + this.#intervalMs;
  }
}
