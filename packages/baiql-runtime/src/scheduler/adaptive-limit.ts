/** So many refusals with no success between them, and the provider is left alone for as long as it asks. */
const REFUSALS_BEFORE_PAUSE = 3;
/** Requests more in flight after each round of successes. */
const GROWTH_A_ROUND = 4;

/**
 * How many requests one provider takes at a time: half as many after a refusal for too many (429), more again with
 * successes. Requests that were in flight together count as one refusal, or a single storm would bring it to 1.
 */
export class AdaptiveLimit {
  readonly #max: number;
  #limit: number;
  #cutAtMs = Number.NEGATIVE_INFINITY;
  #refusals = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  /** @param max the most requests in flight when all goes well; also where it begins. */
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
    this.#limit = Math.min(this.#max, this.#limit + Math.min(1, GROWTH_A_ROUND / this.#limit));
  }

  /** A request sent at `sentAtMs` was refused now, and waits so long. */
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
