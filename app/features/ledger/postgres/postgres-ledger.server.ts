import { storageFault } from '~/core/db/deferred-writes.server';
import type { Queries } from '~/core/db/postgres/queries.server';
import type { Ledger, MonthlyCap } from '../contract';
import { ledgerUnavailable } from '../errors.server';
import { identifier, microUsd } from '../money';
import { OpenHolds } from '../open-holds';
import { searchEntries } from '../reads/search';
import { inBatches } from '../reads/in-batches';
import { userAccount } from '../rules/accounts';
import { readableAnswer } from '../rules/earlier-answer.server';
import { creditPosting, type KeyedPosting } from '../rules/keyed-posting';
import { findAccount, setMonthlyCap } from './accounts.server';
import { balanceOf } from './balance.server';
import { postOnce } from './credit.server';
import { spentInMonth, spentWithKey } from './days.server';
import { redirect, release, settle, writeOff } from './endings.server';
import { findOperation, hold, replay } from './hold.server';
import { OPERATIONS } from './operations.server';
import type { LedgerParts, PostgresLedgerSettings } from './parts.server';
import { entries, postings, streamEntries, usageSummary, versionsOf } from './reads.server';
import { reconcilePostgres } from './reconcile.server';
import { charges, searchStep } from './search.server';
import { endOverdueCall, endOverdueHolds, recover } from './sweep.server';
import { findUncharged, findUnchargedBefore, findUsage, findUsageAfter } from './usage.server';

/** Batch size for cleanup, so that new operations wait only briefly. */
const SWEEP_BATCH_SIZE = 200;
/** Batch size for exports. */
const EXPORT_BATCH_SIZE = 500;

/** The ledger on PostgreSQL. Each operation is a transaction that locks its user's account first. */
export function createPostgresLedger(settings: PostgresLedgerSettings): Ledger {
  if (settings.sealKey.length !== 32) throw new Error('The key that seals answers must have 32 bytes.');
  const { database, clock } = settings;
  const openHoldTimers = new OpenHolds(settings.steadyClock);
  const parts: LedgerParts = { ...settings, openHoldTimers };

  const write = <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.transaction(work).catch((error: unknown) => {
      throw storageFault(error) ? ledgerUnavailable(error) : error;
    });
  const read = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => database.read(work);
  const post = (posting: KeyedPosting) => write((queries) => postOnce(queries, parts, posting));
  const repeatWhileFull = async (step: () => Promise<number>): Promise<void> => {
    while ((await step()) === SWEEP_BATCH_SIZE);
  };
  const batch = (values: Record<string, unknown>, sql: keyof typeof OPERATIONS) => () =>
    write((queries) => queries.run(OPERATIONS[sql], { ...values, limit: SWEEP_BATCH_SIZE }));
  const purge = () => repeatWhileFull(batch({ now: clock() }, 'purge'));

  async function endCall<T>(operationId: string, step: () => Promise<T>): Promise<T> {
    openHoldTimers.prolong(operationId);
    const result = await step();
    if (result !== false) openHoldTimers.end(operationId); // not written off: still to be settled
    return result;
  }
  const end = <T>(operationId: string, step: (queries: Queries) => Promise<T>): Promise<T> =>
    endCall(operationId, () => write(step));

  return {
    async hold(request) {
      const held = await write((queries) => hold(queries, parts, request));
      if (held.kind === 'held') openHoldTimers.begin(held.operationId, request.timeoutMs);
      return held;
    },
    replay: (call) => read((queries) => replay(queries, parts, call)),
    redirect: (redirection) => write((queries) => redirect(queries, parts, redirection)),
    settle: (settlement) => end(settlement.operationId, (queries) => settle(queries, parts, settlement)),
    release: (operationId, reason, loss = 0n) =>
      end(operationId, (queries) =>
        release(queries, parts, { operationId, reason, lossMicroUsd: microUsd(loss, 'lossMicroUsd') }),
      ),
    writeOff: (request) => end(request.operationId, (queries) => writeOff(queries, parts, request)),

    credit: (credit) => post(creditPosting(credit)),
    creditAll: (credits) =>
      write(async (queries) => {
        const posted = [];
        for (const credit of credits) posted.push(await postOnce(queries, parts, creditPosting(credit)));
        return posted;
      }),
    adjust: (adjustment) => post({ ...adjustment, kind: 'adjustment' }),
    clawBack: ({ source = 'topup', ...clawBack }) =>
      post({ ...clawBack, kind: source === 'bonus' ? 'bonus_clawback' : 'clawback', actorId: '' }),
    setMonthlyCap: (userId, capMicroUsd) =>
      write((queries) =>
        setMonthlyCap(
          queries,
          identifier(userId, 'userId'),
          capMicroUsd === null ? null : microUsd(capMicroUsd, 'capMicroUsd'),
        ),
      ),
    spentWithKeys: (apiKeyIds) =>
      read(async (queries) => {
        const spent = new Map<string, bigint>();
        for (const id of apiKeyIds) spent.set(id, await spentWithKey(queries, id, clock()));
        return spent;
      }),
    monthlyCaps: (userIds) =>
      read(async (queries) => {
        const caps = new Map<string, MonthlyCap>();
        for (const userId of userIds) {
          const { monthlyCap } = await findAccount(queries, userAccount(userId));
          const spentThisMonthMicroUsd = await spentInMonth(queries, userId, clock());
          caps.set(userId, { capMicroUsd: monthlyCap, spentThisMonthMicroUsd });
        }
        return caps;
      }),
    postings: (userId, keyPrefix) => read((queries) => postings(queries, userId, keyPrefix)),

    balance: (userId) =>
      database.snapshot((queries) => balanceOf(queries, parts, identifier(userId, 'userId'))),
    entries: (userId, query) => database.snapshot((queries) => entries(queries, userId, query)),
    streamEntries: (userId) => streamEntries(database, userId, BigInt(EXPORT_BATCH_SIZE)),
    streamUsage: (userId) =>
      inBatches(
        (last, limit) => read((queries) => findUsageAfter(queries, userId, last, limit)),
        EXPORT_BATCH_SIZE,
      ),
    streamUncharged: (userId) =>
      inBatches(
        (last, limit) => read((queries) => findUnchargedBefore(queries, userId, last, limit)),
        EXPORT_BATCH_SIZE,
      ),
    async search(userId, search) {
      const range = await versionsOf(database, userId, search);
      return searchEntries(search, range, (newest, limit) =>
        read((queries) => searchStep(queries, userId, { ...search, limit }, { newest, first: range.first })),
      );
    },
    charges: (userId, entryIds) => read((queries) => charges(queries, userId, entryIds)),
    usage: (userId, range, filter = {}) => read((queries) => findUsage(queries, userId, range, filter)),
    uncharged: (userId, range, filter = {}) =>
      read((queries) => findUncharged(queries, userId, range, filter)),
    usageSummary: (userId, range) => database.snapshot((queries) => usageSummary(queries, userId, range)),
    operation: (userId, endpoint, idempotencyKey) =>
      read(async (queries) => {
        const operation = await findOperation(queries, { userId, endpoint, idempotencyKey });
        if (!operation) return undefined;
        if (operation.state !== 'answered') return { state: operation.state };
        const answer = readableAnswer(parts, operation);
        return answer === undefined ? { state: 'purged' } : { state: 'answered', answer };
      }),

    recover: () => recover(parts),
    async sweep() {
      for (const id of openHoldTimers.overdue()) await endCall(id, () => endOverdueCall(parts, id));
      await repeatWhileFull(() => endOverdueHolds(parts, SWEEP_BATCH_SIZE));
      await purge();
    },
    async forgetAnswers(userId) {
      await write((queries) => queries.run(OPERATIONS.expire, { userId, now: clock() }));
      await purge();
      await repeatWhileFull(batch({ userId }, 'anonymize'));
    },
    reconcile: () => reconcilePostgres(database, clock(), openHoldTimers.underWay()),
  };
}
