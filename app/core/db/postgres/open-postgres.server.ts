import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import type { PrismaClient } from '@prisma/client';
import type { Logger } from '~/core/server/logger.server';
import type { AppDatabase, DatabaseDescription } from '../app-database';
import type { MigrationFolders } from '../migrations.server';
import { backUpPostgres } from './dump.server';
import { InstanceLock } from './instance-lock.server';
import { migratePostgres } from './migrate.server';
import { PostgresConnection } from './postgres-connection.server';
import { isConflict, isDuplicate } from './postgres-errors.server';
import { createPostgresSql } from './postgres-sql.server';
import type { Queries } from './queries.server';
import { requireServer } from './require-server.server';
import { statement } from './statement.server';
import { noteSearchVersion } from './search-index.server';

export interface PostgresAppDatabase extends AppDatabase {
  connection: PostgresConnection;
}

interface OpenSettings {
  /** `DATABASE_URL`. */
  url: string;
  migrations: MigrationFolders;
  log: Pick<Logger, 'warn'>;
  /** Another process has taken the database over. */
  onTaken: () => void;
}

/** Attempts of a transaction that others undo. */
const MAX_ATTEMPTS = 10;

/** Connects, claims the database for this process and applies migrations. */
export async function openPostgres({
  url,
  migrations,
  log,
  onTaken,
}: OpenSettings): Promise<PostgresAppDatabase> {
  await requireServer(url);
  const instanceLock = new InstanceLock({ url, log, onTaken });
  await instanceLock.take();
  const connection = new PostgresConnection({ url, log, verify: instanceLock.verify });
  try {
    const applied = await migratePostgres(connection, migrations.postgres);
    await noteSearchVersion(connection);
    const prisma = createPostgresClient(connection);
    return {
      connection,
      prisma,
      sql: createPostgresSql(connection),
      applied,
      describe: () => connection.read(describe),
      backUp: (backupsDir, at, kind) => backUpPostgres(url, { backupsDir, at, kind, migrations }),
      isReadable: () => connection.isReadable(),
      close: async () => {
        await prisma.$disconnect();
        await connection.close();
        await instanceLock.release();
      },
    };
  } catch (error) {
    await connection.close();
    await instanceLock.release();
    throw error;
  }
}

const DESCRIPTION = statement(
  `SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
     (SELECT count(*) FROM _migration) AS migrations`,
);

async function describe(queries: Queries): Promise<DatabaseDescription> {
  const row = await queries.get<{ version: string; bytes: bigint; migrations: bigint }>(DESCRIPTION);
  return {
    kind: 'postgres',
    name: `PostgreSQL ${row?.version ?? ''}`.trim(),
    sizeBytes: Number(row?.bytes ?? 0n),
    migrations: Number(row?.migrations ?? 0n),
  };
}

/**
 * Prisma's client for PostgreSQL on the pool of our own stores. Transactions are serializable: they may read what they
 * decide by, as on SQLite, where one writes at a time. PostgreSQL undoes those that conflict, and they are repeated.
 */
function createPostgresClient({ pool }: PostgresConnection): PrismaClient {
  // Generated from the same schema, so that both clients have the same types. ES modules can't name a folder with a dot.
  const generated = createRequire(import.meta.url)('.prisma/postgres') as {
    PrismaClient: typeof PrismaClient;
  };
  const prisma = new generated.PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 30_000, timeout: 30_000, isolationLevel: 'Serializable' },
  });
  const transaction = prisma.$transaction.bind(prisma) as (...work: unknown[]) => Promise<unknown>;
  const repeat = repeatInTurn();
  Reflect.set(prisma, '$transaction', (...work: unknown[]) => repeat(() => transaction(...work)));
  return prisma;
}

/**
 * A transaction that others undo is repeated, one such at a time: those that write the same row would go on undoing each
 * other. One that meets the key of a row that another has just written finds it when it reads again.
 */
function repeatInTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) && !isDuplicate(error)) throw error;
    }
    const turn = last.then(() => repeated(attempt));
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}
