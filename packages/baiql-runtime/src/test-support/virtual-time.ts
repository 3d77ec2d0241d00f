import type { Timers } from '../scheduler/timers.js';

/** A clock controlled by a test: timers fire in order, and their work runs before the next. */
export class VirtualTime implements Timers {
  #nowMs = 0;
  #timers: { readonly atMs: number; readonly call: () => void }[] = [];

  nowMs = (): number => this.#nowMs;

  after = (delayMs: number, call: () => void): (() => void) => {
    const timer = { atMs: this.#nowMs + delayMs, call };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Turns the clock until nothing is waiting any more, or to a moment. */
  async run(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      await settle();
      const next = this.#timers.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > untilMs) {
        if (Number.isFinite(untilMs)) this.#nowMs = Math.max(this.#nowMs, untilMs);
        return;
      }
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.call();
    }
  }
}

/** Runs the callbacks of promises that are settled. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
