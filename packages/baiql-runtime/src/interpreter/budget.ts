import { setImmediate } from 'node:timers/promises';
import { LIMITS } from './limits.js';
import { BoundError } from './script-error.js';

const STATEMENTS_A_LOOK = 256;
const BREATH_MS = 15;

/** Counts what one transaction computes, and lets others have their turn. */
export class Budget {
  #statements = 0;
  #loopTurns = 0;
  #computedMs = 0;
  #sinceMs = performance.now();

  /** To be awaited before each statement where it gives a promise. @throws BoundError */
  spend(): Promise<void> | undefined {
    this.#statements += 1;
    if (this.#statements > LIMITS.statements) {
      throw new BoundError(
        `The transaction has executed ${LIMITS.statements.toLocaleString('en')} commands, which is the maximum.`,
      );
    }
    if (this.#statements % STATEMENTS_A_LOOK !== 0) return undefined;
    return this.look();
  }

  /** Counts a turn of a loop. @throws BoundError */
  turn(turn: number): void {
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

  /** What is not computing (a reply, a file) does not count. */
  async waitFor<Result>(waiting: Promise<Result>): Promise<Result> {
    this.#stopWatch();
    try {
      return await waiting;
    } finally {
      this.#sinceMs = performance.now();
    }
  }

  /** Checks the time, and lets messages in after a while. @throws BoundError */
  look(): Promise<void> | undefined {
    const sinceMs = performance.now() - this.#sinceMs;
    if (this.#computedMs + sinceMs > LIMITS.computeMs) {
      throw new BoundError(
        `The transaction has computed for ${LIMITS.computeMs / 1_000} seconds, which is the maximum.`,
      );
    }
    return sinceMs > BREATH_MS ? this.#breathe() : undefined;
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
