/** How many of the last calls decide, how many of them must have failed, and how often an open circuit lets one through. */
const WINDOW = 10;
const MOST_FAILURES = 5;
export const PROBE_INTERVAL_MS = 5_000;

/** Keeps calls from waiting for a model that does not answer: one for each provider, key and model. */
export class Circuit {
  #failures: boolean[] = [];
  #isOpen = false;
  #nextProbeMs = 0;

  constructor(private readonly nowMs: () => number) {}

  /** How long the next call has to wait. 0: it may go now; of an open circuit that is one call every few seconds. */
  admit(): number {
    if (!this.#isOpen) return 0;
    const waitMs = this.#nextProbeMs - this.nowMs();
    if (waitMs > 0) return waitMs;
    this.#nextProbeMs = this.nowMs() + PROBE_INTERVAL_MS;
    return 0;
  }

  /** The outcome of a call, not of each of its tries. */
  record(isFailure: boolean): void {
    if (this.#isOpen && !isFailure) this.#failures = [];
    this.#failures = [...this.#failures, isFailure].slice(-WINDOW);
    const wasOpen = this.#isOpen;
    this.#isOpen = this.#failures.filter(Boolean).length >= MOST_FAILURES;
    if (this.#isOpen && !wasOpen) this.#nextProbeMs = this.nowMs() + PROBE_INTERVAL_MS;
  }
}
