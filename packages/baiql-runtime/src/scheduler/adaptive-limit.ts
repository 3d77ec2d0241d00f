/** After this many refusals without a success in between, the provider is left alone for the time it asked. */
const REFUSALS_BEFORE_PAUSE = 3;
/** Increase of the limit after each round of successes. */
const GROWTH_PER_ROUND = 4;

/**
 * The concurrency limit of a provider (AIMD): halved by a refusal (429), increased by successes. Requests that were in
 * flight together count as one refusal, so that one burst does not reduce it to 1.
 */
export class AdaptiveLimit {
  readonly #max: number;
  #limit: number;
  #cutAtMs = Number.NEGATIVE_INFINITY;
  #refusals = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  /** @param max the upper bound and initial value. */
  constructor(max: number) {
    this.#max = max;
    this.#limit = max;
  }

  /** At least 1. */
  get current(): number {
    return Math.floor(this.#limit);
  }

  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  succeeded(): void {
    this.#refusals = 0;
    this.#limit = Math.min(this.#max, this.#limit + Math.min(1, GROWTH_PER_ROUND / this.#limit));
  }

  /** A request sent at `sentAtMs` was refused now with this retry-after. */
  refused(sentAtMs: number, nowMs: number, waitMs: number): void {
    this.#refusals += 1;
    if (sentAtMs >= this.#cutAtMs) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#cutAtMs = nowMs;
    }
    if (this.#refusals >= REFUSALS_BEFORE_PAUSE) {
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + waitMs);
    }
  }
}
