import type { Database } from 'better-sqlite3';
import { toDomainError } from '../database-errors.server';

/** SQLite's own busy timeout, which blocks the event loop. */
const SHORT_MS = 25;
const PROBE_EVERY_MS = 50;
/** Longer than a backup or a command holds the database. After that, the response is 503. */
const MAX_MS = 5_000;

/**
 * Retries writes that failed because another process holds the database lock, without blocking the event loop. One
 * probe serves all waiters; while there are waiters, SQLite's own busy timeout is off.
 */
export class BusyWait {
  readonly #waiting = new Set<() => void>();
  #probing: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Database,
    private readonly maxMs = MAX_MS,
  ) {
    this.#setTimeout(SHORT_MS);
  }

  /** Retries the work once the database is free. Other errors, and waiting too long, are thrown. */
  async retry<T>(failure: unknown, attempt: () => Promise<T>): Promise<T> {
    const endMs = performance.now() + this.maxMs;
    for (let error = failure; ;) {
      if (!isBusy(error) || !(await this.#untilFree(endMs - performance.now()))) throw error;
      try {
        return await attempt();
      } catch (next) {
        error = next;
      }
    }
  }

  /** False if the timeout passed. */
  #untilFree(timeoutMs: number): Promise<boolean> {
    if (timeoutMs <= 0) return Promise.resolve(false);
    if (this.#probing === undefined) {
      this.#setTimeout(0);
      this.#probing = setInterval(() => this.#probe(), PROBE_EVERY_MS);
    }
    return new Promise((resolve) => {
      const finish = (isFree: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(onFree);
        if (this.#waiting.size === 0) this.#endProbing();
        resolve(isFree);
      };
      const onFree = (): void => finish(true);
      const timer = setTimeout(finish, timeoutMs, false);
      this.#waiting.add(onFree);
    });
  }

  #probe(): void {
    try {
      // Our own transaction holds the lock, so no other process does.
      if (!this.connection.inTransaction) this.connection.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch (error) {
      if (isBusy(error)) return;
      // On any other error the waiters run into it themselves.
    }
    for (const onFree of [...this.#waiting]) onFree();
  }

  #endProbing(): void {
    clearInterval(this.#probing);
    this.#probing = undefined;
    if (this.connection.open) this.#setTimeout(SHORT_MS);
  }

  #setTimeout(ms: number): void {
    this.connection.pragma(`busy_timeout = ${String(ms)}`);
  }
}

const isBusy = (error: unknown): boolean => toDomainError(error)?.code === 'database_busy';
