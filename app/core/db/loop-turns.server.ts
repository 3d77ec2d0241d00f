/** Longer than the queries of an ordinary request take together. */
const LONGEST_MS = 10;

/**
 * Prisma answers from SQLite without a turn of the event loop. A job of thousands of queries, or of what they have read,
 * one after the other, would keep everybody else's requests and streams waiting until its end.
 */
export class LoopTurns {
  #next: Promise<void> | undefined;
  #beganMs = 0;

  /** The next turn of the event loop, where this one has lasted too long already. */
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
