import type { Database } from 'better-sqlite3';
import type { Clock } from '~/core/shared/clock';
import type { Logger } from '~/core/server/logger.server';
import { accountsOf, type Accounts } from './accounts.server';
import type { OpenCalls } from './open-calls';
import { daysOf, type Days } from './days.server';
import { operationsOf, type Operations } from './operations.server';
import { usageOf, type UsageTable } from './usage.server';

/** What the synchronous steps of the ledger work with. They run inside a transaction and never wait for anything. */
export interface LedgerParts {
  accounts: Accounts;
  operations: Operations;
  days: Days;
  usage: UsageTable;
  clock: Clock;
  openCalls: OpenCalls;
  /** Names this run of the program: holds of another are left over from a crash. */
  bootId: string;
  sealKey: Buffer;
  log: Logger;
}

export function ledgerParts(
  connection: Database,
  settings: Pick<LedgerParts, 'clock' | 'openCalls' | 'bootId' | 'sealKey' | 'log'>,
): LedgerParts {
  return {
    accounts: accountsOf(connection),
    operations: operationsOf(connection),
    days: daysOf(connection),
    usage: usageOf(connection),
    ...settings,
  };
}
