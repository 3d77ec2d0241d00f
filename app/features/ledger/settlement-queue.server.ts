import { DeferredWrites, storageFault } from '~/core/db/deferred-writes.server';
import { diskAlmostFull, type FreeSpace } from '~/core/server/free-space.server';
import type { Logger } from '~/core/server/logger.server';
import { DomainError } from '~/core/shared/errors';
import type { CallIdentity, WriteOff, Ledger, Replay, Settlement } from './contract';
import { answerPurged, keyReused, ledgerUnavailable } from './errors.server';

const MAX_ANSWER_CHARACTERS = 32 * 1024 * 1024;

/**
 * Settles and releases operations that have ended, or queues the write while the database is unwritable. Until it is
 * written, the result stays in memory: replays are served from there, the hold stays open, and new operations are
 * refused.
 */
export interface SettlementQueue {
  /** Never rejects: the user gets the completion even if the ledger refuses to settle it; the refusal is logged. */
  settle(settlement: Settlement): Promise<void>;
  release(operationId: string, reason: string, lossMicroUsd?: bigint): Promise<void>;
  /**
   * Like the ledger's. While the database is unwritable, the daily allowance is unknown and the completion is written
   * off.
   */
  writeOff(forgiveness: WriteOff): Promise<boolean>;
  /** Number of ended operations that aren't written yet. */
  readonly waiting: number;
  /**
   * Call before the server stops: waits for pending writes, up to the timeout. Returns how many operations become the
   * platform's loss.
   */
  close(timeoutMs: number): Promise<number>;
}

/** An ended operation whose write is pending. Without a settlement, it failed. */
interface WaitingCall {
  call: CallIdentity;
  settlement: Settlement | undefined;
}

interface DeferredWrite<T> {
  write: () => Promise<unknown>;
  settlement?: Settlement;
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
  const held = new Map<string, CallIdentity>();
  const waiting = new Map<string, WaitingCall>();

  const waitingUnder = (userId: string, endpoint: string, key: string): WaitingCall | undefined =>
    waiting.size === 0 ? undefined : waiting.get(nameOf(userId, endpoint, key));

  function replayOf(call: CallIdentity): Replay | undefined {
    const found = waitingUnder(call.userId, call.endpoint, call.idempotencyKey);
    if (!found) return undefined;
    if (found.call.requestHash !== call.requestHash) throw keyReused();
    if (!found.settlement) return undefined;
    const { operationId, answer } = found.settlement;
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
      const { write, result, settlement } = later();
      const forget = keep(operationId, settlement);
      deferred
        .keep(fault, () => write().catch(ignoreAlreadyEnded))
        .catch((err: unknown) => log.error({ err, operationId }, 'a call could not be booked'))
        .finally(forget);
      return result;
    }
  }

  /** Serves replays from memory until the write is done. */
  function keep(operationId: string, settlement: Settlement | undefined): () => void {
    const call = held.get(operationId);
    if (!call) return () => undefined;
    const name = nameOf(call.userId, call.endpoint, call.idempotencyKey);
    waiting.set(name, { call, settlement });
    return () => {
      held.delete(operationId);
      waiting.delete(name);
    };
  }

  const pendingCharacters = (): number =>
    [...waiting.values()].reduce((sum, { settlement }) => sum + (settlement?.answer?.length ?? 0), 0);

  return {
    ledger: {
      ...ledger,
      async hold(request) {
        const replay = replayOf(request);
        if (replay) return replay;
        await assertWritable();
        const result = await ledger.hold(request);
        if (result.kind === 'held') held.set(result.operationId, identityOf(request));
        return result;
      },
      async replay(call) {
        const isWaiting = waitingUnder(call.userId, call.endpoint, call.idempotencyKey) !== undefined;
        return isWaiting ? replayOf(call) : ledger.replay(call);
      },
      async operation(userId, endpoint, key) {
        const found = waitingUnder(userId, endpoint, key);
        if (!found) return ledger.operation(userId, endpoint, key);
        if (!found.settlement) return { state: 'failed' };
        const { answer } = found.settlement;
        return answer === null ? { state: 'purged' } : { state: 'answered', answer };
      },
      async forgetAnswers(userId) {
        for (const { call, settlement } of waiting.values()) {
          if (call.userId === userId && settlement) settlement.answer = null;
        }
        await ledger.forgetAnswers(userId);
      },
    },
    bookings: {
      settle: (settlement) =>
        writeOrDefer(
          settlement.operationId,
          async () => void (await ledger.settle(settlement)),
          () => {
            const { answer } = settlement;
            const isTooMuch = pendingCharacters() + (answer?.length ?? 0) > maxAnswerCharacters;
            const kept = { ...settlement, answer: isTooMuch ? null : answer };
            return { write: () => ledger.settle(kept), settlement: kept, result: undefined };
          },
        ).catch((err: unknown) => {
          log.error({ err, operationId: settlement.operationId }, 'a reply could not be charged');
        }),
      release: (operationId, reason, lossMicroUsd) => {
        const write = () => ledger.release(operationId, reason, lossMicroUsd);
        return writeOrDefer(operationId, write, () => ({ write, result: undefined }));
      },
      writeOff: (forgiveness) =>
        writeOrDefer<boolean>(
          forgiveness.operationId,
          () => ledger.writeOff(forgiveness),
          () => ({
            write: () => ledger.writeOff({ ...forgiveness, maxPerDay: Number.MAX_SAFE_INTEGER }),
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

const identityOf = ({ userId, endpoint, idempotencyKey, requestHash }: CallIdentity): CallIdentity => ({
  userId,
  endpoint,
  idempotencyKey,
  requestHash,
});

/** An attempt reported as failed may have been committed. */
function ignoreAlreadyEnded(error: unknown): void {
  const isBooked =
    error instanceof DomainError && (error.code === 'already_settled' || error.code === 'already_released');
  if (!isBooked) throw error;
}
