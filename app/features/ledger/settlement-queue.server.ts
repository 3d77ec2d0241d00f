import { DeferredWrites, storageFault } from '~/core/db/deferred-writes.server';
import { diskAlmostFull, type FreeSpace } from '~/core/server/free-space.server';
import type { Logger } from '~/core/server/logger.server';
import { DomainError } from '~/core/shared/errors';
import type { CallIdentity, HoldRequest, Ledger, Replay, Settled, Settlement, WriteOff } from './contract';
import { answerPurged, keyReused, ledgerUnavailable } from './errors.server';
import { settledAmounts, type HeldAmount, type SettledAmounts } from './settled-amounts';

const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024;

/**
 * Settles and releases operations that have ended, or queues the write while the database is unwritable. Until it is
 * written, the result stays in memory: replays are served from there, the hold stays open, and new operations are
 * refused.
 */
export interface SettlementQueue {
  /**
   * Never rejects: the user gets the result even if the ledger refuses to settle it, and is charged nothing then; the
   * refusal is logged.
   */
  settle<Result>(settlement: Settlement<Result>): Promise<EndedCompletion<Result>>;
  release(operationId: string, reason: string, lossMicroUsd?: bigint): Promise<void>;
  /**
   * Like the ledger's. While the database is unwritable, the daily allowance is unknown and the completion is written
   * off.
   */
  writeOff(writeOff: WriteOff): Promise<boolean>;
  /** Number of ended operations that aren't written yet. */
  readonly waiting: number;
  /**
   * Call before the server stops: waits for pending writes, up to the timeout. Returns how many operations become the
   * platform's loss.
   */
  close(timeoutMs: number): Promise<number>;
}

/** `balance` is undefined while the charge isn't written. */
type EndedCompletion<Result> = Pick<Settled<Result>, 'amounts' | 'result'> & Partial<Settled<Result>>;

/** An operation that this process holds for. */
interface HeldCall {
  call: CallIdentity;
  hold: HeldAmount;
}

/** The response of an operation whose write is pending; null if it won't be stored. */
interface PendingAnswer {
  operationId: string;
  answer: string | null;
}

/** An ended operation whose write is pending. Without an answer, it failed. */
interface WaitingCall {
  call: CallIdentity;
  pending: PendingAnswer | undefined;
}

interface DeferredWrite<T> {
  write: () => Promise<unknown>;
  pending?: PendingAnswer;
  result: T;
}

interface SettlementQueueDeps {
  ledger: Ledger;
  freeSpace: FreeSpace;
  log: Logger;
  /**
   * Limit for the responses of pending operations, in total. Beyond it, operations are settled without storing the
   * response, which the user already has.
   */
  maxAnswerCharacters?: number;
}

/** Wraps the ledger, and creates what settles the operations that it holds for. */
export function createSettlementQueue({
  ledger,
  freeSpace,
  log,
  maxAnswerCharacters = MAX_ANSWER_CHARACTERS,
}: SettlementQueueDeps): {
  ledger: Ledger;
  bookings: SettlementQueue;
} {
  const deferred = new DeferredWrites(log);
  const held = new Map<string, HeldCall>();
  const waiting = new Map<string, WaitingCall>();

  const waitingUnder = (userId: string, endpoint: string, key: string): WaitingCall | undefined =>
    waiting.size === 0 ? undefined : waiting.get(nameOf(userId, endpoint, key));

  function replayOf(call: CallIdentity): Replay | undefined {
    const found = waitingUnder(call.userId, call.endpoint, call.idempotencyKey);
    if (!found) return undefined;
    if (found.call.requestHash !== call.requestHash) throw keyReused();
    if (!found.pending) return undefined;
    const { operationId, answer } = found.pending;
    if (answer === null) throw answerPurged();
    return { kind: 'replayed', operationId, answer };
  }

  async function assertWritable(): Promise<void> {
    if (deferred.count > 0) await deferred.retry();
    if (deferred.fault) throw ledgerUnavailable(deferred.fault);
    if (freeSpace.isShort()) throw ledgerUnavailable(diskAlmostFull());
  }

  /** Writes now. If the database is unwritable, queues the write and returns the expected result. */
  async function writeOrDefer<T>(
    operationId: string,
    now: () => Promise<T>,
    later: () => DeferredWrite<T>,
  ): Promise<T> {
    try {
      const result = await now();
      if (result !== false) held.delete(operationId); // not written off: still to be settled
      return result;
    } catch (error) {
      const fault = storageFault(error);
      if (!fault) throw error;
      log.error({ operationId, code: fault.code }, 'a call can’t be booked now; it is booked when it can be');
      const { write, result, pending } = later();
      const forget = keep(operationId, pending);
      deferred
        .keep(fault, () => write().catch(ignoreAlreadyEnded))
        .catch((err: unknown) => log.error({ err, operationId }, 'a call could not be booked'))
        .finally(forget);
      return result;
    }
  }

  /** Serves replays from memory until the write is done. */
  function keep(operationId: string, pending: PendingAnswer | undefined): () => void {
    const call = held.get(operationId)?.call;
    if (!call) return () => undefined;
    const name = nameOf(call.userId, call.endpoint, call.idempotencyKey);
    waiting.set(name, { call, pending });
    return () => {
      held.delete(operationId);
      waiting.delete(name);
    };
  }

  const pendingCharacters = (): number =>
    [...waiting.values()].reduce((sum, { pending }) => sum + (pending?.answer?.length ?? 0), 0);

  function pendingAnswer(operationId: string, result: unknown): PendingAnswer {
    const answer = result === null ? null : JSON.stringify(result);
    const isTooMuch = pendingCharacters() + (answer?.length ?? 0) > maxAnswerCharacters;
    return { operationId, answer: isTooMuch ? null : answer };
  }

  const amountsOf = (settlement: Settlement): SettledAmounts => {
    const hold = held.get(settlement.operationId)?.hold;
    return hold ? settledAmounts(hold, settlement) : NO_AMOUNTS;
  };

  return {
    ledger: {
      ...ledger,
      async hold(request) {
        const replay = replayOf(request);
        if (replay) return replay;
        await assertWritable();
        const result = await ledger.hold(request);
        if (result.kind === 'held') held.set(result.operationId, heldCall(request, result.amountMicroUsd));
        return result;
      },
      async redirect(redirection) {
        await ledger.redirect(redirection);
        const found = held.get(redirection.operationId);
        if (found) found.hold.price = redirection.price;
      },
      async replay(call) {
        const isWaiting = waitingUnder(call.userId, call.endpoint, call.idempotencyKey) !== undefined;
        return isWaiting ? replayOf(call) : ledger.replay(call);
      },
      async operation(userId, endpoint, key) {
        const found = waitingUnder(userId, endpoint, key);
        if (!found) return ledger.operation(userId, endpoint, key);
        if (!found.pending) return { state: 'failed' };
        const { answer } = found.pending;
        return answer === null ? { state: 'purged' } : { state: 'answered', answer };
      },
      async forgetAnswers(userId) {
        for (const { call, pending } of waiting.values()) {
          if (call.userId === userId && pending) pending.answer = null;
        }
        await ledger.forgetAnswers(userId);
      },
    },
    bookings: {
      settle<Result>(settlement: Settlement<Result>) {
        const { operationId, resultOf } = settlement;
        return writeOrDefer<EndedCompletion<Result>>(
          operationId,
          () => ledger.settle(settlement),
          () => {
            const amounts = amountsOf(settlement);
            const result = resultOf(amounts);
            const pending = pendingAnswer(operationId, result);
            return { write: settleLater(ledger, settlement, pending), pending, result: { amounts, result } };
          },
        ).catch((err: unknown) => {
          log.error({ err, operationId }, 'a reply could not be charged');
          const amounts = { ...amountsOf(settlement), chargedMicroUsd: 0n, cacheSavedMicroUsd: 0n };
          return { amounts, result: resultOf(amounts) };
        });
      },
      release: (operationId, reason, lossMicroUsd) => {
        const write = () => ledger.release(operationId, reason, lossMicroUsd);
        return writeOrDefer(operationId, write, () => ({ write, result: undefined }));
      },
      writeOff: (writeOff) =>
        writeOrDefer<boolean>(
          writeOff.operationId,
          () => ledger.writeOff(writeOff),
          () => ({
            write: () => ledger.writeOff({ ...writeOff, maxPerDay: Number.MAX_SAFE_INTEGER }),
            result: true,
          }),
        ),
      get waiting() {
        return deferred.count;
      },
      close: (timeoutMs) => deferred.close(timeoutMs),
    },
  };
}

const nameOf = (userId: string, endpoint: string, key: string): string =>
  JSON.stringify([userId, endpoint, key]);

const heldCall = (
  { userId, endpoint, idempotencyKey, requestHash, price, isFree }: HoldRequest,
  amountMicroUsd: bigint,
): HeldCall => ({
  call: { userId, endpoint, idempotencyKey, requestHash },
  hold: { amountMicroUsd, price, isFree },
});

const NO_AMOUNTS: SettledAmounts = {
  costMicroUsd: 0n,
  chargedMicroUsd: 0n,
  overrunMicroUsd: 0n,
  cacheSavedMicroUsd: 0n,
};

/** Settles with the pending response. A function of its own, so that the write keeps nothing else of the result alive. */
function settleLater(ledger: Ledger, settlement: Settlement, pending: PendingAnswer): () => Promise<unknown> {
  const resultOf = (): unknown => (pending.answer === null ? null : JSON.parse(pending.answer));
  const later: Settlement = { ...settlement, resultOf };
  return () => ledger.settle(later);
}

/** An attempt reported as failed may have been committed. */
function ignoreAlreadyEnded(error: unknown): void {
  const isBooked =
    error instanceof DomainError && (error.code === 'already_settled' || error.code === 'already_released');
  if (!isBooked) throw error;
}
