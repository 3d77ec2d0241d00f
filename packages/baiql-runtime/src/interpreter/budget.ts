import { setImmediate } from 'node:timers/promises';
import { LIMITS } from './limits.js';
import { BoundError } from './script-error.js';

const STATEMENTS_PER_CHECK = 256;
const YIELD_INTERVAL_MS = 15;

/** Limits the computation of one transaction and yields to others. */
export class Budget {
  #statements = 0;
  #loopTurns = 0;
  #computedMs = 0;
  #sinceMs = performance.now();

  /** Call before each statement and await the promise if there is one. @throws BoundError */
  countStatement(): Promise<void> | undefined {
    this.#statements += 1;
    if (this.#statements > LIMITS.statements) {
      throw new BoundError(
        `The transaction has executed ${LIMITS.statements.toLocaleString('en')} commands, which is the maximum.`,
      );
    }
    if (this.#statements % STATEMENTS_PER_CHECK !== 0) return undefined;
    return this.checkTime();
  }

  /** Counts a loop iteration. @throws BoundError */
  countIteration(turn: number): void {
    this.#loopTurns += 1;
    if (turn > LIMITS.loopTurns) {
      throw new BoundError(
        `The loop is still going after ${LIMITS.loopTurns.toLocaleString('en')} repetitions.`,
      );
    }
    if (this.#loopTurns > LIMITS.allLoopTurns) {
      throw new BoundError(
        `The transaction’s loops have repeated ${LIMITS.allLoopTurns.toLocaleString('en')} times, which is the maximum.`,
      );
    }
  }

  /** Time spent waiting (for a reply, a file) does not count. */
  async waitFor<Result>(waiting: Promise<Result>): Promise<Result> {
    this.#stopWatch();
    try {
      return await waiting;
    } finally {
      this.#sinceMs = performance.now();
    }
  }

  /** Checks the time limit, and yields to the event loop from time to time. @throws BoundError */
  checkTime(): Promise<void> | undefined {
    const sinceMs = performance.now() - this.#sinceMs;
    if (this.#computedMs + sinceMs > LIMITS.computeMs) {
      throw new BoundError(
        `The transaction has computed for ${LIMITS.computeMs / 1_000} seconds, which is the maximum.`,
      );
    }
    return sinceMs > YIELD_INTERVAL_MS ? this.#breathe() : undefined;
  }

  async #breathe(): Promise<void> {
    this.#stopWatch();
    await setImmediate();
    this.#sinceMs = performance.now();
  }

  #stopWatch(): void {
    this.#computedMs += performance.now() - this.#sinceMs;
  }
}
