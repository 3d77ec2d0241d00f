/** Longer than all queries of an ordinary request. */
const LONGEST_MS = 10;

/**
 * Prisma answers from SQLite without yielding. A job of thousands of consecutive queries would block all other requests
 * and streams, so it yields through this.
 */
export class LoopTurns {
  #next: Promise<void> | undefined;
  #beganMs = 0;

  /** Yields to the event loop if this tick has taken too long. */
  get overdue(): Promise<void> | undefined {
    this.#next ??= this.#begin();
    return performance.now() - this.#beganMs > LONGEST_MS ? this.#next : undefined;
  }

  #begin(): Promise<void> {
    this.#beganMs = performance.now();
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#next = undefined;
        resolve();
      });
    });
  }
}
