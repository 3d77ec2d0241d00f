import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { PoolClient, PoolConfig } from 'pg';
import type { Logger } from '~/core/server/logger.server';
import { databaseAway, isConnectionLoss, isPassing } from './postgres-errors.server';
import { dropReadOnly } from './drop-read-only.server';
import { queueQueries } from './queue-queries.server';
import { Queries } from './queries.server';
import { sendStorableText } from './send-storable-text.server';

/** Waits before the attempts that follow a passing fault. Together longer than a failover's first seconds. */
const WAITS_MS = [5, 20, 80, 300, 1_000, 2_000];

interface ConnectionSettings {
  /** As `DATABASE_URL`. */
  url: string;
  log: Pick<Logger, 'warn'>;
  maxConnections?: number;
  /** Connections of the server's own name are ended by the process that takes its place. */
  applicationName?: string;
  /** Whether a new connection may be used. */
  verify?: PoolConfig['verify'];
}

/**
 * A pool of connections. A transaction is repeated after a deadlock, a conflict or a lost connection, so what runs in it
 * changes nothing but the database. If the connection is lost while it commits, the server is asked what became of it:
 * nothing is written twice, and nothing that was written is reported as failed.
 */
export class PostgresConnection {
  /** Shared with Prisma. */
  readonly pool: pg.Pool;
  readonly #log: Pick<Logger, 'warn'>;
  #isClosed = false;

  constructor({ url, log, maxConnections = 20, applicationName = 'promptwell', verify }: ConnectionSettings) {
    this.#log = log;
    this.pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: 15_000, // also the wait for one that is in use, under load
      keepAlive: true,
      application_name: applicationName,
      ...(verify && { verify }),
    });
    const note = (err: Error) => log.warn({ err }, 'a connection to PostgreSQL was lost');
    // Lost while no one uses it; the pool opens another when it is needed.
    this.pool.on('error', note);
    // Lost in use: its query fails too, but without a listener this event would end the process.
    this.pool.on('connect', (client) => client.on('error', note));
    this.pool.on('connect', sendStorableText);
    this.pool.on('connect', queueQueries);
    dropReadOnly(this.pool);
  }

  /** Runs `work` in a transaction; it may be repeated. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.repeat(() => this.#attempt(work));
  }

  /** Reads one state of the database, however many statements it takes. */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.repeat(() =>
      this.#withClient(async (client) => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const result = await work(new Queries(client));
        await client.query('COMMIT');
        return result;
      }),
    );
  }

  /** For a single statement. */
  read<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.repeat(() => this.#withClient((client) => work(new Queries(client))));
  }

  /** Runs a script of statements as one transaction. */
  async script(sql: string): Promise<void> {
    await this.#withClient((client) => client.query(`BEGIN;\n${sql}\n;COMMIT`));
  }

  async isReadable(): Promise<boolean> {
    const { rowCount } = await this.pool
      .query('SELECT 1 FROM ledger_account LIMIT 1')
      .catch(() => ({ rowCount: 0 }));
    return rowCount === 1;
  }

  /** Resolves once what is under way has ended; nothing is repeated any more. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.pool.end();
  }

  async #attempt<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    let id: string | undefined;
    let done: { result: T } | undefined;
    try {
      return await this.#withClient(async (client) => {
        id = await begin(client);
        const result = await work(new Queries(client));
        done = { result };
        await client.query('COMMIT');
        return result;
      });
    } catch (error) {
      if (done && id !== undefined && isConnectionLoss(error) && (await this.#hasCommitted(id)))
        return done.result;
      throw error;
    }
  }

  /** What became of a transaction whose COMMIT got no answer. */
  #hasCommitted(id: string): Promise<boolean> {
    return this.repeat(async () => {
      for (;;) {
        const { rows } = await this.pool.query<{ status: string }>('SELECT txid_status($1) AS status', [id]);
        const status = rows[0]?.status;
        if (status !== 'in progress') return status === 'committed';
        await setTimeout(WAITS_MS[1]); // the server hasn't noticed yet that its client is gone
      }
    });
  }

  /** Repeats work, which undoes itself when it fails, after a passing fault. */
  async repeat<T>(attempt: () => Promise<T>): Promise<T> {
    for (const waitMs of WAITS_MS) {
      try {
        return await attempt();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (this.#isClosed) throw databaseAway(error);
        this.#log.warn({ err: error }, 'a transaction is repeated');
        await setTimeout(waitMs * (0.5 + Math.random()));
      }
    }
    return attempt().catch((error: unknown) => {
      throw isPassing(error) ? databaseAway(error) : error;
    });
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let fault: unknown;
    try {
      return await work(client);
    } catch (error) {
      fault = isConnectionLoss(error)
        ? error
        : await client.query('ROLLBACK').then(
            () => undefined,
            (failure: unknown) => failure,
          );
      throw error;
    } finally {
      client.release(fault !== undefined); // true closes it
    }
  }
}

/** Begins a transaction, and returns the id by which its fate can be asked for. */
async function begin(client: PoolClient): Promise<string> {
  const results: unknown = await client.query('BEGIN; SELECT txid_current()::text AS id');
  // Of two statements, there are two results.
  const [, found] = results as [unknown, { rows: { id: string }[] }];
  const id = found.rows[0]?.id;
  if (id === undefined) throw new Error('PostgreSQL gave the transaction no id.');
  return id;
}
