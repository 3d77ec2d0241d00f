import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from 'better-sqlite3';
import type { BusyWait } from './busy-wait.server';

/** A bug: the work would wait for itself. */
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
 * The lock around the one database connection. An open Prisma transaction holds it until it ends; every other query and
 * ledger operation waits, so that no write ends up in another request's transaction that is rolled back
 * (docs/decisions/0002-one-connection-one-lock.md).
 */
export class ConnectionLock {
  /** Without `busyWait`, work fails at once if another process holds the database. */
  constructor(private readonly busyWait?: BusyWait) {}

  #isHeld = false;
  readonly #waiting: (() => void)[] = [];
  readonly #scopes = new AsyncLocalStorage<{ isOpen: boolean } | undefined>();

  /** True if the lock is free: synchronous work may run in this tick. */
  get isFree(): boolean {
    return !this.#isHeld;
  }

  /**
   * Runs the body of a transaction that holds the lock. Work started inside it that asks for the lock is rejected: if
   * the body awaits it, both would wait forever.
   */
  async runTransaction<T>(body: () => Promise<T>): Promise<T> {
    if (this.#scopes.getStore()?.isOpen) return body(); // a nested transaction
    const scope = { isOpen: true };
    return this.#scopes.run(scope, async () => {
      try {
        return await body();
      } finally {
        scope.isOpen = false;
        // With such a storage, Node tracks every promise, which costs 7 % of a completion.
        this.#scopes.disable();
      }
    });
  }

  /** For work that is queued now and asks for the lock later, outside this context. */
  refuseInsideTransaction(): void {
    if (this.#scopes.getStore()?.isOpen) throw new InsideTransactionError();
  }

  /** Starts work that is batched with that of others, without checking its context again. */
  startOutside<T>(work: () => T): T {
    return this.#scopes.getStore() ? this.#scopes.run(undefined, work) : work();
  }

  /** Resolves with a function that releases the lock. First in, first out. */
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

  /** Runs a synchronous statement or transaction alone on the connection. It may be retried. */
  async run<T>(work: () => T): Promise<T> {
    if (this.#isHeld) return this.alone(work);
    try {
      return work();
    } catch (error) {
      return this.retryAlone(error, work);
    }
  }

  /** Runs work, which may be asynchronous, alone on the connection. */
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

  /** Waits outside the lock, so that reads continue, until another process releases the database. */
  async retry<T>(failure: unknown, attempt: () => Promise<T>): Promise<T> {
    if (!this.busyWait) throw failure;
    return this.busyWait.retry(failure, attempt);
  }

  /** The lock passes directly to the next waiter, so no newcomer overtakes it. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}

/** A connection and the lock around it: what the stores with SQL of their own share with Prisma. */
export interface SqliteConnection {
  connection: Database;
  lock: ConnectionLock;
}
