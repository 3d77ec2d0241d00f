import { createPostgresUserSearch } from '~/core/db/postgres/postgres-user-search.server';
import type { PostgresAppDatabase } from '~/core/db/postgres/open-postgres.server';
import type { SqliteAppDatabase } from '~/core/db/sqlite/database.server';
import { createSqliteUserSearch } from '~/core/db/sqlite/sqlite-user-search.server';
import type { UserSearch } from '~/core/db/user-search';
import type { Logger } from '~/core/server/logger.server';
import type { Clock } from '~/core/shared/clock';
import { createPostgresLedger, createSqliteLedger, type Ledger } from '~/features/ledger/index.server';
import {
  createPostgresPromptSearch,
  createSqlitePromptSearch,
  type PromptSearch,
} from '~/features/prompts/index.server';
import {
  createPostgresSessionSearch,
  createSqliteSessionSearch,
  type SessionSearch,
} from '~/features/sessions/index.server';

interface LedgerSettings {
  clock: Clock;
  /** Monotonic clock, for timeouts. */
  steadyClock: Clock;
  processId: string;
  /** 32 bytes: encrypts responses of users who want nothing stored. */
  sealKey: Buffer;
  log: Logger;
}

/** The stores that are written for each database. All others share their SQL, or use Prisma. */
export interface DialectStores {
  createLedger(settings: LedgerSettings): Ledger;
  userSearch: UserSearch;
  promptSearch: PromptSearch;
  sessionSearch: SessionSearch;
}

export const sqliteStores = (database: SqliteAppDatabase): DialectStores => ({
  createLedger: (settings) =>
    createSqliteLedger({ ...settings, connection: database.connection, lock: database.lock }),
  userSearch: createSqliteUserSearch(database),
  promptSearch: createSqlitePromptSearch(database),
  sessionSearch: createSqliteSessionSearch(database),
});

export const postgresStores = ({ connection, sql }: PostgresAppDatabase): DialectStores => ({
  createLedger: (settings) => createPostgresLedger({ ...settings, database: connection }),
  userSearch: createPostgresUserSearch(connection, sql),
  promptSearch: createPostgresPromptSearch(connection, sql),
  sessionSearch: createPostgresSessionSearch(connection, sql),
});
