import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { PoolClient } from 'pg';
import type { Logger } from '~/core/server/logger.server';
import { AlreadyRunningError } from '../already-running';

/** Any two numbers that nothing else in the database uses. */
const KEY = '1886547057, 1';
const RETAKE_EVERY_MS = 500;

const TAKE = `SELECT pg_try_advisory_lock(${KEY}) AS "isTaken", pg_backend_pid() AS pid`;
const IS_HELD = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND (classid, objid) = (${KEY}) AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid = $1`;
/** Connections of the process before this one: it may have been killed with a COMMIT on its way. */
const END_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
    AND application_name = current_setting('application_name')`;

interface LockSettings {
  url: string;
  log: Pick<Logger, 'warn'>;
  /** Another process has taken over: this one must end without writing anything. */
  onTaken: () => void;
}

/**
 * Ensures that one process serves a database, by an advisory lock on a connection of its own. PostgreSQL releases it when
 * the connection ends, and whoever takes it then ends all connections of the process before. A connection opened by this
 * process must pass `verify`: so nothing is written by a process that has lost the lock.
 */
export class InstanceLock {
  #client: pg.Client | undefined;
  #pid = 0;
  #isClosed = false;

  constructor(private readonly settings: LockSettings) {}

  /** @throws AlreadyRunningError if another process has it. */
  async take(): Promise<void> {
    if (!(await this.#tryToTake()))
      throw new AlreadyRunningError(
        'Another Promptwell is using the database that DATABASE_URL names. Stop it first, or give this one a database of its own.',
      );
  }

  /** For each new connection of the pool. */
  readonly verify = (client: PoolClient, done: (error?: Error) => void): void => {
    client.query(IS_HELD, [this.#pid]).then(
      ({ rowCount }) => done(rowCount === 1 ? undefined : new LockLostError()),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };

  async release(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end();
  }

  async #tryToTake(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.settings.url,
      application_name: 'promptwell',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    let isOwn = false;
    // Also emitted when the connection ends; without a listener it would end the process.
    client.on('error', () => undefined);
    client.once('end', () => {
      if (isOwn && !this.#isClosed) void this.#retake();
    });
    await client.connect();
    const { rows } = await client.query<{ isTaken: boolean; pid: number }>(TAKE);
    const [row] = rows;
    if (!row?.isTaken) {
      await client.end();
      return false;
    }
    isOwn = true;
    this.#client = client;
    await client.query(END_OTHERS);
    this.#pid = row.pid;
    return true;
  }

  async #retake(): Promise<void> {
    this.#pid = 0;
    this.settings.log.warn('the connection that holds the lock on PostgreSQL was lost');
    while (!this.#isClosed) {
      const isTaken = await this.#tryToTake().catch(() => undefined);
      if (isTaken) return;
      if (isTaken === false) {
        this.settings.onTaken();
        return;
      }
      await setTimeout(RETAKE_EVERY_MS);
    }
  }
}

/** While the lock is being taken again. */
class LockLostError extends Error {
  override name = 'LockLostError';
  /** As for a connection that can't be opened. */
  readonly code = '08001';
  constructor() {
    super('This process has lost its lock on the database.');
  }
}
