import type { Database } from 'better-sqlite3';
import { toDomainError } from './database-errors.server';

/** SQLite itself waits this long for another process, and the event loop with it. */
const SHORT_MS = 25;
const PROBE_EVERY_MS = 50;
/** Longer than a backup or a command holds the file; whoever waited so long is answered that the server is busy. */
const MOST_MS = 5_000;

/**
 * What is written while another process has the database locked is tried again, and the event loop goes on meanwhile.
 * One look at the database serves all who wait, and as long as they wait SQLite is not asked to.
 */
export class BusyWait {
  readonly #waiting = new Set<() => void>();
  #probing: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Database,
    private readonly mostMs = MOST_MS,
  ) {
    this.#setTimeout(SHORT_MS);
  }

  /** Repeats what failed, once the database is free. What fails for another reason, or too long, is thrown. */
  async retry<T>(failure: unknown, attempt: () => Promise<T>): Promise<T> {
    const endMs = performance.now() + this.mostMs;
    for (let error = failure; ;) {
      if (!isBusy(error) || !(await this.#untilFree(endMs - performance.now()))) throw error;
      try {
        return await attempt();
      } catch (next) {
        error = next;
      }
    }
  }

  /** False when that took too long. */
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
      // A transaction of our own has the lock that others wait for: nobody else has it.
      if (!this.connection.inTransaction) this.connection.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch (error) {
      if (isBusy(error)) return;
      // Whatever else is wrong, those who wait find out for themselves.
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
