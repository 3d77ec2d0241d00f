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

/**
 * Looks at up to `limit` holds whose deadline has passed by the time of day, and returns how many there were. Those of
 * calls that are still under way here get a new deadline; nobody waits for the others any more.
 */
export function endOverdueHolds(parts: LedgerParts, limit: number): number {
  const now = BigInt(parts.clock());
  const overdue = parts.operations.openHoldsPastDeadline(now, limit);
  for (const { operationId, amount } of overdue) {
    const remainingMs = parts.openCalls.remainingMs(operationId);
    if (remainingMs === undefined) endOverdueHold(parts, operationId, amount);
    else parts.operations.postponeDeadline(operationId, now + BigInt(remainingMs));
  }
  return overdue.length;
}

/** Ends the hold of a call that has taken too long, if it is still open. */
export function endOverdueCall(parts: LedgerParts, operationId: string): void {
  const hold = parts.operations.findHold(operationId);
  if (hold?.state === 'open') endOverdueHold(parts, operationId, hold.amount);
}

function endOverdueHold(parts: LedgerParts, operationId: string, amount: bigint): void {
  release(parts, operationId, 'No answer before the deadline', amount);
  parts.log.warn({ operationId }, 'a hold passed its deadline; its estimate is a loss');
}
