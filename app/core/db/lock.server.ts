import { AsyncLocalStorage } from 'node:async_hooks';
import type { BusyWait } from './busy-wait.server';

/** A mistake of the program: it would wait for itself. */
export class InsideTransactionError extends Error {
  override name = 'InsideTransactionError';
  constructor() {
    super(
      'This query or ledger operation waits for the transaction that it was started in. Inside $transaction use the ' +
        'transaction’s own client, and call the ledger before or after it.',
    );
  }
}

/**
 * The one lock around the one database connection. An open Prisma transaction holds it for as long as it lasts;
 * every other query and every ledger operation waits for it, so that nobody writes into somebody else's
 * transaction and loses the write when that one rolls back (docs/decisions/0002-one-connection-one-lock.md).
 */
export class ConnectionLock {
  /** Without `busyWait`, work that finds the database locked by another process fails at once. */
  constructor(private readonly busyWait?: BusyWait) {}

  #isHeld = false;
  readonly #waiting: (() => void)[] = [];
  readonly #scopes = new AsyncLocalStorage<{ isOpen: boolean } | undefined>();

  /** True when nobody holds the lock: a synchronous piece of work may run at once, without a turn of the event loop. */
  get isFree(): boolean {
    return !this.#isHeld;
  }

  /**
   * Runs the body of a transaction that holds the lock. Whatever is started in it, and asks for the lock before it has
   * ended, is refused: nobody can tell whether the body waits for it, and if it does, both would wait for ever.
   */
  async runTransaction<T>(body: () => Promise<T>): Promise<T> {
    if (this.#scopes.getStore()?.isOpen) return body(); // a transaction within this one
    const scope = { isOpen: true };
    return this.#scopes.run(scope, async () => {
      try {
        return await body();
      } finally {
        scope.isOpen = false;
        // Node follows every promise of the program for as long as there is such a storage, which costs 7 % of a call.
        this.#scopes.disable();
      }
    });
  }

  /** For work that is queued first and asks for the lock later, in somebody else's name. */
  refuseInsideTransaction(): void {
    if (this.#scopes.getStore()?.isOpen) throw new InsideTransactionError();
  }

  /** Starts what will be sent together with the work of others: nobody looks again at where it came from. */
  startOutside<T>(work: () => T): T {
    return this.#scopes.getStore() ? this.#scopes.run(undefined, work) : work();
  }

  /** Resolves with the function that gives the lock back. Callers are served in the order in which they came. */
  async acquire(): Promise<() => void> {
    this.refuseInsideTransaction();
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isHeld = true;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#release();
    };
  }

  /** Runs synchronous work alone on the connection: one statement or one transaction, which may have to be repeated. */
  async run<T>(work: () => T): Promise<T> {
    if (this.#isHeld) return this.alone(work);
    try {
      return work();
    } catch (error) {
      return this.retryAlone(error, work);
    }
  }

  /** Runs work, asynchronous too, while nobody else uses the connection. */
  alone<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#once(work).catch((error: unknown) => this.retryAlone(error, work));
  }

  async #once<T>(work: () => T | Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }

  retryAlone<T>(failure: unknown, work: () => T | Promise<T>): Promise<T> {
    return this.retry(failure, () => this.#once(work));
  }

  /** Waits without the lock, so that others can read, until another process has left the database. */
  async retry<T>(failure: unknown, attempt: () => Promise<T>): Promise<T> {
    if (!this.busyWait) throw failure;
    return this.busyWait.retry(failure, attempt);
  }

  /** The lock passes straight to the next in line, so that a newcomer cannot slip in between. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
