import type { RecoveryReport } from '../contract';
import { releaseOfDeadProcess, releaseOfOverdue } from '../rules/endings.server';
import { lockHold, writeEnding } from './endings.server';
import { OPERATIONS } from './operations.server';
import type { LedgerParts } from './parts.server';

interface OpenHold {
  operationId: string;
}

/** Releases the holds of processes that have ended, each in a transaction of its own. */
export async function recover(parts: LedgerParts): Promise<RecoveryReport> {
  const { database, processId, clock } = parts;
  const report: RecoveryReport = { releasedUndispatched: 0, releasedAsLoss: 0, lossMicroUsd: 0n };
  const left = await database.read((queries) =>
    queries.all<OpenHold>(OPERATIONS.openOfOtherProcesses, { processId }),
  );
  for (const { operationId } of left) {
    const hold = await database.transaction(async (queries) => {
      const found = await lockHold(queries, operationId);
      if (found?.state !== 'open' || found.processId === processId) return undefined;
      await writeEnding(queries, releaseOfDeadProcess(found, clock()));
      return found;
    });
    if (hold?.isDispatched) {
      report.releasedAsLoss += 1;
      report.lossMicroUsd += hold.amount;
    } else if (hold) report.releasedUndispatched += 1;
  }
  return report;
}

/** Releases the hold of a timed-out operation if it is still open. */
export const endOverdueCall = ({ database, clock, log }: LedgerParts, operationId: string): Promise<void> =>
  database.transaction(async (queries) => {
    const hold = await lockHold(queries, operationId);
    if (hold?.state !== 'open') return;
    await writeEnding(queries, releaseOfOverdue(hold, clock()));
    log.warn({ operationId }, 'a hold passed its deadline; its estimate is a loss');
  });

/**
 * Processes up to `limit` holds whose deadline has passed by the time of day, and returns how many there were. Holds of
 * operations still running in this process get a new deadline; others are released.
 */
export async function endOverdueHolds(parts: LedgerParts, limit: number): Promise<number> {
  const { database, clock, openHoldTimers } = parts;
  const now = clock();
  const overdue = await database.read((queries) =>
    queries.all<OpenHold>(OPERATIONS.openPastDeadline, { now, limit }),
  );
  for (const { operationId } of overdue) {
    const remainingMs = openHoldTimers.remainingMs(operationId);
    if (remainingMs === undefined) await endOverdueCall(parts, operationId);
    else {
      const deadline = now + remainingMs;
      await database.transaction((queries) => queries.run(OPERATIONS.postpone, { operationId, deadline }));
    }
  }
  return overdue.length;
}
