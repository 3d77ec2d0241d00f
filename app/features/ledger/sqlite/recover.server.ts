import type { RecoveryReport } from '../contract';
import type { LedgerParts } from './parts.server';
import { release } from './settle.server';

/**
 * Releases the holds that an earlier process left open. The response is stored in the transaction that settles, so an
 * open hold has none: if its request was never dispatched it cost nothing, otherwise the platform bears the estimate.
 */
export function recover(parts: LedgerParts): RecoveryReport {
  const report: RecoveryReport = { releasedUndispatched: 0, releasedAsLoss: 0, lossMicroUsd: 0n };
  for (const hold of parts.operations.openHoldsOfOtherBoots(parts.bootId)) {
    if (hold.isDispatched) {
      release(parts, hold.operationId, 'The server stopped during this call', hold.amount);
      report.releasedAsLoss += 1;
      report.lossMicroUsd += hold.amount;
    } else {
      release(parts, hold.operationId, 'The server stopped before this call', 0n);
      report.releasedUndispatched += 1;
    }
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
  for (const { operationId, amount } of overdue) {
    const remainingMs = parts.openHoldTimers.remainingMs(operationId);
    if (remainingMs === undefined) endOverdueHold(parts, operationId, amount);
    else parts.operations.postponeDeadline(operationId, now + BigInt(remainingMs));
  }
  return overdue.length;
}

/** Releases the hold of a timed-out operation if it is still open. */
export function endOverdueCall(parts: LedgerParts, operationId: string): void {
  const hold = parts.operations.findHold(operationId);
  if (hold?.state === 'open') endOverdueHold(parts, operationId, hold.amount);
}

function endOverdueHold(parts: LedgerParts, operationId: string, amount: bigint): void {
  release(parts, operationId, 'No answer before the deadline', amount);
  parts.log.warn({ operationId }, 'a hold passed its deadline; its estimate is a loss');
}
