const MINUTE_MS = 60_000;

/** LIMIT: so many a minute, evenly. What was not used is not made up for later, as that would be a burst. */
export class Pace {
  readonly #intervalMs: number;
  #nextAtMs = Number.NEGATIVE_INFINITY;

  /** Null: no limit. */
  constructor(perMinute: number | null) {
    this.#intervalMs = perMinute === null ? 0 : MINUTE_MS / perMinute;
  }

  /** When the next may go, at the earliest. */
  get nextAtMs(): number {
    return this.#nextAtMs;
  }

  take(nowMs: number): void {
    if (this.#intervalMs === 0) return;
    // From the planned moment on, so that a late timer does not slow the whole run down; but never in a burst.
    const planned = this.#nextAtMs + this.#intervalMs;
    this.#nextAtMs = planned > nowMs ? planned : nowMs + this.#intervalMs;
  }
}
