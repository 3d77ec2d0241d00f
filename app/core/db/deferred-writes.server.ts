import type { Logger } from '~/core/server/logger.server';
import type { DomainError } from '~/core/shared/errors';
import { toDomainError } from './database-errors.server';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

interface KeptWrite {
  name: string | undefined;
  write: () => Promise<unknown>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes that must not be skipped, but fail because the disk is full or the database is unavailable: queued in memory
 * and retried with growing pauses until they are on disk. The queue is lost when the process ends.
 */
export class DeferredWrites {
  readonly #kept = new Set<KeptWrite>();
  #waitMs = FIRST_WAIT_MS;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #fault: DomainError | undefined;

  constructor(private readonly log: Pick<Logger, 'warn'>) {}

  get count(): number {
    return this.#kept.size;
  }

  /** Why nothing could be written last; undefined when nothing waits. */
  get fault(): DomainError | undefined {
    return this.count > 0 ? this.#fault : undefined;
  }

  /** Queues a write that has failed with this fault. Resolves when it succeeds; rejects if retrying cannot help. */
  keep(fault: DomainError, write: () => Promise<unknown>, name?: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#kept.add({ name, write, resolve, reject });
      this.#fault = fault;
      this.#schedule();
    });
  }

  /** Whether a write of this name is queued. */
  isWaiting(name: string): boolean {
    return [...this.#kept].some((kept) => kept.name === name);
  }

  /** Retries all of them now. Concurrent callers share one attempt. */
  retry(): Promise<void> {
    this.#round ??= this.#tryAll().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Waits until all writes are done, up to the timeout, then stops retrying. Returns how many are lost. */
  async close(timeoutMs: number): Promise<number> {
    const endsAtMs = performance.now() + timeoutMs;
    await this.retry();
    while (this.count > 0 && performance.now() < endsAtMs) {
      await pause(FIRST_WAIT_MS);
      await this.retry();
    }
    clearTimeout(this.#timer);
    return this.count;
  }

  async #tryAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.count;
    for (const kept of [...this.#kept]) {
      if (!(await this.#attempt(kept))) break;
    }
    const made = before - this.count;
    if (made > 0) this.log.warn({ made, waiting: this.count }, 'writes that had to wait were made');
    if (this.count > 0) this.#schedule();
    else this.#waitMs = FIRST_WAIT_MS;
  }

  /** False: throw, as for other errors. */
  async #attempt(kept: KeptWrite): Promise<boolean> {
    try {
      await kept.write();
      kept.resolve();
    } catch (error) {
      const fault = storageFault(error);
      if (fault) {
        this.#fault = fault;
        this.#kept.delete(kept);
        this.#kept.add(kept); // at the end of the queue, so that the next attempt starts with another write
        return false;
      }
      kept.reject(error);
    }
    this.#kept.delete(kept);
    return true;
  }

  #schedule(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.retry(), this.#waitMs).unref();
    this.#waitMs = Math.min(LONGEST_WAIT_MS, 2 * this.#waitMs);
  }
}

/** A passing fault of the database or disk; undefined if the write would fail again. */
export function storageFault(error: unknown): DomainError | undefined {
  const known = toDomainError(error);
  return known?.kind === 'unavailable' ? known : undefined;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
