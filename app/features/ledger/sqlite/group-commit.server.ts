import type { Database } from 'better-sqlite3';
import { toDomainError } from '~/core/db/database-errors.server';
import type { ConnectionLock } from '~/core/db/sqlite/lock.server';
import type { Logger } from '~/core/server/logger.server';
import { ledgerUnavailable } from '../errors.server';

/** Limits how long one transaction blocks the event loop; the rest go into the next. */
const MAX_GROUP_SIZE = 256;

/**
 * If the last commit was shared, waits this many event-loop ticks for more operations to join. A single operation
 * doesn't wait.
 */
const SHARED_COMMIT_TICKS = 6;

interface Job {
  perform(): void;
  refuse(error: unknown): void;
  /** Resolves or rejects the promise, after COMMIT. */
  answer(): void;
}

/**
 * Group commit: a commit costs far more than the writes in it, so operations that arrive in the same tick, or while the
 * connection is locked, share one transaction. Each has its own savepoint, so a refusal rolls back only that operation.
 * Promises resolve after the commit is on disk.
 */
export class GroupCommit {
  readonly #waiting: Job[] = [];
  #isScheduled = false;
  #wasShared = false;
  readonly #statements;

  constructor(
    private readonly connection: Database,
    private readonly lock: ConnectionLock,
    private readonly log: Logger,
  ) {
    this.#statements = {
      begin: connection.prepare('BEGIN IMMEDIATE'),
      commit: connection.prepare('COMMIT'),
      rollback: connection.prepare('ROLLBACK'),
      savepoint: connection.prepare('SAVEPOINT one_operation'),
      keep: connection.prepare('RELEASE one_operation'),
      undo: connection.prepare('ROLLBACK TO one_operation'),
    };
  }

  /** `work` runs synchronously inside the transaction. If it throws, only its own writes are rolled back. */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.lock.refuseInsideTransaction();
      let answer = (): void => reject(new Error('This operation was answered before it ran.'));
      this.#waiting.push({
        perform: () => {
          const result = work();
          answer = () => resolve(result);
        },
        refuse: (error) => {
          answer = () => reject(error instanceof Error ? error : new Error(String(error)));
        },
        answer: () => answer(),
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#commitAfter(this.#wasShared ? SHARED_COMMIT_TICKS : 1);
  }

  #commitAfter(turns: number): void {
    setImmediate(() => {
      if (turns > 1) this.#commitAfter(turns - 1);
      else this.lock.run(() => this.#commitWaiting()).catch((cause: unknown) => this.#rejectWaiting(cause));
    });
  }

  #commitWaiting(): void {
    this.#statements.begin.run(); // on SQLITE_BUSY this is retried; no job has been taken yet
    this.#isScheduled = false;
    const group = this.#waiting.splice(0, MAX_GROUP_SIZE);
    this.#wasShared = group.length > 1;
    if (this.#waiting.length > 0) this.#schedule();
    try {
      for (const job of group) this.#perform(job, group.length === 1);
      this.#statements.commit.run();
    } catch (cause) {
      this.#giveUp(group, cause);
    }
    for (const job of group) job.answer();
  }

  /** A single operation needs no savepoint; rolling back the transaction is cheaper. */
  #perform(job: Job, isAlone: boolean): void {
    const { begin, rollback, savepoint, undo, keep } = this.#statements;
    if (!isAlone) savepoint.run();
    try {
      job.perform();
    } catch (error) {
      // SQLite rolls back the whole transaction on errors such as a full disk.
      if (!this.connection.inTransaction) throw error;
      if (isAlone) {
        rollback.run();
        begin.run();
      } else {
        undo.run();
      }
      const domainError = toDomainError(error);
      job.refuse(domainError && domainError !== error ? ledgerUnavailable(error) : error);
    }
    if (!isAlone) keep.run();
  }

  #rejectWaiting(cause: unknown): void {
    this.#isScheduled = false;
    const group = this.#waiting.splice(0);
    this.#giveUp(group, cause);
    for (const job of group) job.answer();
  }

  #giveUp(group: readonly Job[], cause: unknown): void {
    if (this.connection.inTransaction) this.#statements.rollback.run();
    this.log.error(
      { err: cause, operations: group.length },
      'the ledger could not commit; nothing was moved',
    );
    const error = ledgerUnavailable(cause);
    for (const job of group) job.refuse(error);
  }
}
