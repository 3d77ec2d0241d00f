import type { RecoveryReport } from '../contract';
import type { LedgerParts } from './parts.server';
import { release } from './settle.server';

/**
 * Ends what an earlier run of the program left open. An answer is stored by the very transaction that settles, so a
 * hold that is still open has no answer: if its call was never sent it cost nothing, else the platform bears its estimate.
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

/** Ends up to `limit` holds whose deadline has passed; returns how many. */
export function endOverdueHolds(parts: LedgerParts, limit: number): number {
  const overdue = parts.operations.openHoldsPastDeadline(BigInt(parts.clock()), limit);
  for (const hold of overdue) {
    release(parts, hold.operationId, 'No answer before the deadline', hold.amount);
    parts.log.warn({ operationId: hold.operationId }, 'a hold passed its deadline; its estimate is a loss');
  }
  return overdue.length;
}
