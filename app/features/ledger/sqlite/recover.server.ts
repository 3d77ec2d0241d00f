import type { RecoveryReport } from '../contract';
import type { LedgerParts } from './parts.server';
import { releaseOfDeadProcess, releaseOfOverdue } from '../rules/endings.server';
import type { HoldRow } from '../rules/rows';
import { writeEnding } from './settle.server';

/**
 * Releases the holds that other processes left open: the lock on the data folder shows that they have ended. The response is stored in the transaction that settles, so an
 * open hold has none: if its request was never dispatched it cost nothing, otherwise the platform bears the estimate.
 */
export function recover(parts: LedgerParts): RecoveryReport {
  const report: RecoveryReport = { releasedUndispatched: 0, releasedAsLoss: 0, lossMicroUsd: 0n };
  for (const hold of parts.operations.openHoldsOfOtherProcesses(parts.processId)) {
    writeEnding(parts, releaseOfDeadProcess(hold, parts.clock()));
    if (hold.isDispatched) {
      report.releasedAsLoss += 1;
      report.lossMicroUsd += hold.amount;
    } else report.releasedUndispatched += 1;
  }
  return report;
}

/**
 * Processes up to `limit` holds whose deadline has passed by the time of day, and returns how many there were. Holds of
 * operations still running in this process get a new deadline; others are released.
 */
export function endOverdueHolds(parts: LedgerParts, limit: number): number {
  const now = BigInt(parts.clock());
  const overdue = parts.operations.openHoldsPastDeadline(now, limit);
  for (const hold of overdue) {
    const { operationId } = hold;
    const remainingMs = parts.openHoldTimers.remainingMs(operationId);
    if (remainingMs === undefined) endOverdueHold(parts, hold);
    else parts.operations.postponeDeadline(operationId, now + BigInt(remainingMs));
  }
  return overdue.length;
}

/** Releases the hold of a timed-out operation if it is still open. */
export function endOverdueCall(parts: LedgerParts, operationId: string): void {
  const hold = parts.operations.findHold(operationId);
  if (hold?.state === 'open') endOverdueHold(parts, hold);
}

function endOverdueHold(parts: LedgerParts, hold: HoldRow): void {
  writeEnding(parts, releaseOfOverdue(hold, parts.clock()));
  parts.log.warn({ operationId: hold.operationId }, 'a hold passed its deadline; its estimate is a loss');
}
