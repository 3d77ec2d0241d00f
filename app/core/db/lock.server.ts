/**
 * The one lock around the one database connection. An open Prisma transaction holds it for as long as it lasts;
 * every other query and every ledger operation waits for it, so that nobody writes into somebody else's
 * transaction and loses the write when that one rolls back (docs/decisions/0002-one-connection-one-lock.md).
 */
export class ConnectionLock {
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  /** True when nobody holds the lock: a synchronous piece of work may run at once, without a turn of the event loop. */
  get isFree(): boolean {
    return !this.#isHeld;
  }

  /** Resolves with the function that gives the lock back. Callers are served in the order in which they came. */
  async acquire(): Promise<() => void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isHeld = true;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#release();
    };
  }

  /** Runs synchronous work alone on the connection. */
  async run<T>(work: () => T): Promise<T> {
    if (!this.#isHeld) return work();
    const release = await this.acquire();
    try {
      return work();
    } finally {
      release();
    }
  }

  /** The lock passes straight to the next in line, so that a newcomer cannot slip in between. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
