/** Sample size, failure threshold, and how often an open circuit lets a request through. */
const WINDOW = 10;
const MAX_FAILURES = 5;
export const PROBE_INTERVAL_MS = 5_000;

/** Circuit breaker per provider, key and model: keeps requests from waiting for a model that doesn't respond. */
export class Circuit {
  #failures: boolean[] = [];
  #isOpen = false;
  #nextProbeMs = 0;

  constructor(private readonly nowMs: () => number) {}

  /** How long the next request has to wait. 0: none; an open circuit lets one probe through every few seconds. */
  admit(): number {
    if (!this.#isOpen) return 0;
    const waitMs = this.#nextProbeMs - this.nowMs();
    if (waitMs > 0) return waitMs;
    this.#nextProbeMs = this.nowMs() + PROBE_INTERVAL_MS;
    return 0;
  }

  /** Records the outcome of a request, not of each attempt. */
  record(isFailure: boolean): void {
    if (this.#isOpen && !isFailure) this.#failures = [];
    this.#failures = [...this.#failures, isFailure].slice(-WINDOW);
    const wasOpen = this.#isOpen;
    this.#isOpen = this.#failures.filter(Boolean).length >= MAX_FAILURES;
    if (this.#isOpen && !wasOpen) this.#nextProbeMs = this.nowMs() + PROBE_INTERVAL_MS;
  }
}
