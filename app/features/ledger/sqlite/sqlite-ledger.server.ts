import type { Database } from 'better-sqlite3';
import type { ConnectionLock } from '~/core/db/sqlite/lock.server';
import type { Clock } from '~/core/shared/clock';
import type { Logger } from '~/core/server/logger.server';
import type { Ledger, UnchargedCall } from '../contract';
import { identifier, microUsd } from '../money';
import { readableAnswer } from '../rules/earlier-answer.server';
import { creditPosting, type KeyedPosting } from '../rules/keyed-posting';
import { postOnceOn } from './credit.server';
import { GroupCommit } from './group-commit.server';
import { hold, replay } from './hold.server';
import { ledgerParts } from './parts.server';
import { queriesOf } from './queries.server';
import { reconcileFile } from './reconcile.server';
import { OpenHolds } from '../open-holds';
import { inBatches } from '../reads/in-batches';
import { endOverdueCall, endOverdueHolds, recover } from './recover.server';
import { searchEntries } from '../reads/search';
import { searchOf } from './search.server';
import { writeOff, redirect, release, settle } from './settle.server';

/** Batch size for cleanup, so that new operations wait only briefly. */
const SWEEP_BATCH_SIZE = 200;

/** Batch size for exports. */
const EXPORT_BATCH_SIZE = 500;

export interface LedgerSettings {
  /** The shared connection, already migrated. */
  connection: Database;
  lock: ConnectionLock;
  clock: Clock;
  /** Monotonic clock, for timeouts. */
  steadyClock: Clock;
  processId: string;
  /** 32 bytes: encrypts responses of users who want nothing stored. */
  sealKey: Buffer;
  log: Logger;
}

/** The ledger on SQLite. Operations are synchronous; those that arrive together share a commit. */
export function createSqliteLedger({ connection, lock, ...settings }: LedgerSettings): Ledger {
  if (settings.sealKey.length !== 32) throw new Error('The key that seals answers must have 32 bytes.');
  const openHoldTimers = new OpenHolds(settings.steadyClock);
  const parts = ledgerParts(connection, { ...settings, openHoldTimers });
  const queries = queriesOf(connection, parts);
  const searches = searchOf(connection);
  const postOnce = postOnceOn(connection);
  const commits = new GroupCommit(connection, lock, settings.log);
  const postKeyed = (posting: KeyedPosting) => commits.run(() => postOnce(parts, posting));
  const purge = (): number => parts.operations.purge(BigInt(settings.clock()), SWEEP_BATCH_SIZE);
  const repeatWhileFull = async (step: () => number): Promise<void> => {
    while ((await commits.run(step)) === SWEEP_BATCH_SIZE);
  };

  const endCall = async <T>(operationId: string, step: () => T): Promise<T> => {
    openHoldTimers.prolong(operationId);
    const result = await commits.run(step);
    if (result !== false) openHoldTimers.end(operationId); // not written off: still to be settled
    return result;
  };

  return {
    async hold(request) {
      const held = await commits.run(() => hold(parts, request));
      if (held.kind === 'held') openHoldTimers.begin(held.operationId, request.timeoutMs);
      return held;
    },
    replay: (call) => lock.run(() => replay(parts, call)),
    redirect: (redirection) => commits.run(() => redirect(parts, redirection)),
    settle: (settlement) => endCall(settlement.operationId, () => settle(parts, settlement)),
    release: (operationId, reason, lossMicroUsd = 0n) =>
      endCall(operationId, () => release(parts, operationId, reason, microUsd(lossMicroUsd, 'lossMicroUsd'))),
    writeOff: (forgiveness) => endCall(forgiveness.operationId, () => writeOff(parts, forgiveness)),

    credit: (credit) => postKeyed(creditPosting(credit)),
    creditAll: (credits) =>
      commits.run(() => credits.map((credit) => postOnce(parts, creditPosting(credit)))),
    adjust: (adjustment) => postKeyed({ ...adjustment, kind: 'adjustment' }),
    clawBack: ({ source = 'topup', ...clawBack }) =>
      postKeyed({ ...clawBack, kind: source === 'bonus' ? 'bonus_clawback' : 'clawback', actorId: '' }),
    setMonthlyCap: (userId, capMicroUsd) =>
      commits.run(() => {
        parts.accounts.setMonthlyCap(
          identifier(userId, 'userId'),
          capMicroUsd === null ? null : microUsd(capMicroUsd, 'capMicroUsd'),
        );
      }),
    spentWithKeys: (apiKeyIds) => lock.run(() => queries.spentWithKeys(apiKeyIds)),
    monthlyCaps: (userIds) => lock.run(() => queries.monthlyCaps(userIds)),
    postings: (userId, keyPrefix) => lock.run(() => queries.postings(userId, keyPrefix)),

    balance: (userId) => lock.run(() => queries.balance(userId)),
    entries: (userId, query) => lock.run(() => queries.entries(userId, query)),
    async *streamEntries(userId) {
      yield* await lock.run(() => queries.holds(userId));
      const newest = await lock.run(() => queries.lastVersion(userId));
      for (let version = newest; version > 0n; version -= BigInt(EXPORT_BATCH_SIZE)) {
        yield* await lock.run(() => queries.entriesFrom(userId, version, BigInt(EXPORT_BATCH_SIZE)));
      }
    },
    streamUsage: (userId) =>
      inBatches(
        (last, limit) => lock.run(() => parts.usage.findAfter(userId, last, limit)),
        EXPORT_BATCH_SIZE,
      ),
    async *streamUncharged(userId) {
      const rows = inBatches<{ atMs: number; rowNumber: bigint; call: UnchargedCall }>(
        (last, limit) => lock.run(() => parts.usage.findUnchargedBefore(userId, last, limit)),
        EXPORT_BATCH_SIZE,
      );
      for await (const { call } of rows) yield call;
    },
    async search(userId, search) {
      const range = await lock.run(() => queries.versionsOf(userId, search));
      return searchEntries(search, range, (newest, limit) =>
        lock.run(() => searches.step(userId, { ...search, limit }, newest, range.first)),
      );
    },
    charges: (userId, entryIds) =>
      lock.run(
        () =>
          new Map(
            entryIds.flatMap((id) => {
              const charge = searches.charge(userId, id);
              return charge ? [[id, charge] as const] : [];
            }),
          ),
      ),
    usage: (userId, range, filter) => lock.run(() => parts.usage.find(userId, range, filter)),
    uncharged: (userId, range, filter) => lock.run(() => parts.usage.findUncharged(userId, range, filter)),
    usageSummary: (userId, range) => lock.run(() => queries.usageSummary(userId, range)),
    operation: (userId, endpoint, key) =>
      lock.run(() => {
        const operation = parts.operations.find(userId, endpoint, key);
        if (!operation) return undefined;
        if (operation.state !== 'answered') return { state: operation.state };
        const answer = readableAnswer(parts, operation);
        return answer === undefined ? { state: 'purged' } : { state: 'answered', answer };
      }),

    recover: () => commits.run(() => recover(parts)),
    async sweep() {
      for (const id of openHoldTimers.overdue()) await endCall(id, () => endOverdueCall(parts, id));
      await repeatWhileFull(() => endOverdueHolds(parts, SWEEP_BATCH_SIZE));
      await repeatWhileFull(purge);
    },
    async forgetAnswers(userId) {
      await commits.run(() => {
        parts.operations.expireAnswersOf(userId, BigInt(settings.clock()));
      });
      await repeatWhileFull(purge);
      await repeatWhileFull(() => parts.operations.anonymize(userId, SWEEP_BATCH_SIZE));
    },
    reconcile: () => reconcileFile(connection.name, settings.clock(), openHoldTimers.underWay()),
  };
}
