import type { PostgresConnection } from '~/core/db/postgres/postgres-connection.server';
import type { Logger } from '~/core/server/logger.server';
import type { Clock } from '~/core/shared/clock';
import type { OpenHolds } from '../open-holds';

export interface PostgresLedgerSettings {
  /** Already migrated. */
  database: PostgresConnection;
  clock: Clock;
  /** Monotonic clock, for timeouts. */
  steadyClock: Clock;
  /** Of this process, which ends only holds of its own. */
  processId: string;
  /** 32 bytes: encrypts responses of users who want nothing stored. */
  sealKey: Buffer;
  log: Logger;
}

export interface LedgerParts extends PostgresLedgerSettings {
  openHoldTimers: OpenHolds;
}
