import type { WriteOff, Redirection, Settled, Settlement } from '../contract';
import { tokenCount } from '../money';
import { checkRule } from '../price-rule';
import {
  openHold,
  releaseOf,
  settlementOf,
  warnOfOverrun,
  writeOffOf,
  type Ending,
} from '../rules/endings.server';
import type { HoldRow } from '../rules/rows';
import { balanceOf } from './balance.server';
import type { LedgerParts } from './parts.server';

export function settle<Result>(parts: LedgerParts, settlement: Settlement<Result>): Settled<Result> {
  const hold = ownHold(parts, settlement.operationId);
  const { ending, amounts, result } = settlementOf(hold, settlement, {
    nowMs: parts.clock(),
    sealKey: parts.sealKey,
  });
  writeEnding(parts, ending);
  warnOfOverrun(parts, hold, amounts.overrunMicroUsd);
  return { amounts, result, balance: balanceOf(parts, hold.userId) };
}

/** Switches an open operation to a fallback model. */
export function redirect(parts: LedgerParts, redirection: Redirection): void {
  ownHold(parts, redirection.operationId);
  checkRule(redirection.price);
  parts.operations.redirect(redirection);
}

/** Releases the whole hold and books the loss, if any, to the platform. */
export function release(parts: LedgerParts, operationId: string, reason: string, lossMicroUsd: bigint): void {
  writeEnding(parts, releaseOf(ownHold(parts, operationId), reason, lossMicroUsd, parts.clock()));
}

/**
 * Writes off a completion without visible text at the platform's expense; returns false if the daily allowance is used
 * up.
 */
export function writeOff(parts: LedgerParts, request: WriteOff): boolean {
  const hold = ownHold(parts, request.operationId);
  const nowMs = parts.clock();
  const ending = writeOffOf(hold, request, nowMs);
  const { withoutText } = parts.days.find(hold.userId, nowMs);
  if (withoutText >= tokenCount(request.maxPerDay, 'maxPerDay')) return false;
  writeEnding(parts, ending);
  return true;
}

/** Writes all that the end of an operation changes. */
export function writeEnding(
  { accounts, operations, days, keyMonths, usage }: LedgerParts,
  ending: Ending,
): void {
  const { hold, nowMs, spentMicroUsd, answer, unchargedReason } = ending;
  if (ending.releasedMicroUsd > 0n) accounts.hold(hold.accountId, -ending.releasedMicroUsd);
  for (const posting of ending.postings) accounts.post(posting);
  days.addSpent(hold.userId, nowMs, spentMicroUsd);
  if (hold.apiKeyId !== null) keyMonths.addSpent(hold.apiKeyId, nowMs, spentMicroUsd);
  if (ending.isWrittenOff) days.addWithoutText(hold.userId, nowMs);
  usage.add(hold, nowMs, ending.usage);
  if (unchargedReason !== undefined) usage.addUncharged(hold, nowMs, unchargedReason);
  if (ending.isFreeCallReturned) {
    days.addFreeCalls(hold.userId, Number(hold.createdAt), -1n, hold.isOptimization === 1n);
  }
  if (answer) operations.finish(answer, answer.extras, answer.isCounted);
  else operations.fail(hold.operationId, BigInt(nowMs));
}

const ownHold = ({ operations, processId }: LedgerParts, operationId: string): HoldRow =>
  openHold(operations.findHold(operationId), processId);
