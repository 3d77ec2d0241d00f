import type { Database } from 'better-sqlite3';
import type { Clock } from '~/core/shared/clock';
import type { Logger } from '~/core/server/logger.server';
import { accountsOf, type Accounts } from './accounts.server';
import type { OpenHolds } from '../open-holds';
import { daysOf, type Days } from './days.server';
import { keyMonthsOf, type KeyMonths } from './key-months.server';
import { operationsOf, type Operations } from './operations.server';
import { usageOf, type UsageTable } from './usage.server';

/** Dependencies of the ledger's synchronous functions, which run inside a transaction. */
export interface LedgerParts {
  accounts: Accounts;
  operations: Operations;
  days: Days;
  keyMonths: KeyMonths;
  usage: UsageTable;
  clock: Clock;
  openHoldTimers: OpenHolds;
  /** Of this process, which ends only holds of its own. */
  processId: string;
  sealKey: Buffer;
  log: Logger;
}

export function ledgerParts(
  connection: Database,
  settings: Pick<LedgerParts, 'clock' | 'openHoldTimers' | 'processId' | 'sealKey' | 'log'>,
): LedgerParts {
  return {
    accounts: accountsOf(connection),
    operations: operationsOf(connection),
    days: daysOf(connection),
    keyMonths: keyMonthsOf(connection),
    usage: usageOf(connection),
    ...settings,
  };
}
