import type { Database } from 'better-sqlite3';
import type {
  Balance,
  EntryPage,
  EntryQuery,
  LedgerLine,
  MonthlyCap,
  StoredPosting,
  UsageFilter,
  UsageSummary,
} from '../contract';
import { identifier } from '../money';
import {
  checkPage,
  END_OF_TIME,
  lineOf,
  QUERIES,
  timeRange,
  usageParts,
  usageSummaryOf,
  type KeyRange,
  type LineRow,
  type TimeLimits,
  type TimeRange,
  type UsageRow,
} from '../reads/lines';
import { userAccount } from '../rules/accounts';
import { balanceOf } from './balance.server';
import type { LedgerParts } from './parts.server';

export function queriesOf(connection: Database, { accounts, days, keyMonths, clock }: LedgerParts) {
  const openHolds = connection.prepare<[TimeRange & { userId: string; apiKeyId: string | null }], LineRow>(
    QUERIES.openHolds,
  );
  const entries = connection.prepare<[{ account: string; oldest: bigint; newest: bigint }], LineRow>(
    QUERIES.entries,
  );
  const entriesOfKey = connection.prepare<[KeyRange & { limit: bigint; offset: bigint }], LineRow>(
    QUERIES.entriesOfKey,
  );
  const countOfKey = connection.prepare<[KeyRange], { count: bigint }>(QUERIES.countOfKey);
  const summaryOfKey = connection.prepare<[KeyRange], UsageRow>(QUERIES.summaryOfKey);
  const version = (sql: string) => connection.prepare<[Partial<TimeRange>], { version: bigint | null }>(sql);
  const lastVersion = version(QUERIES.lastVersion);
  const firstVersionFrom = version(QUERIES.firstVersionFrom);
  const lastVersionBefore = version(QUERIES.lastVersionBefore);
  const summary = connection.prepare<[TimeRange], UsageRow>(QUERIES.summary);
  const quarterSums = connection.prepare<
    [Omit<TimeRange, 'account'> & { userId: string; apiKeyId: string | null }],
    UsageRow
  >(QUERIES.quarterSums);
  const postings = connection.prepare<[{ userId: string; first: string; last: string }], StoredPosting>(
    QUERIES.postings,
  );

  /** Newest first. */
  const holdsOf = (userId: string, range: TimeRange, apiKeyId: string | null = null): LineRow[] =>
    openHolds
      .all({ ...range, userId, apiKeyId })
      .reverse()
      .sort((a, b) => Number(b.occurredAt - a.occurredAt));

  /**
   * The versions in a time range; `first` > `last` if it is empty. If the system clock was set back, entries of that
   * time count as part of the range of their neighbors.
   */
  function versionsIn(account: string, limits: TimeLimits): { first: bigint; last: bigint } {
    const { start, end } = timeRange(account, limits);
    const first = limits.startMs === undefined ? 1n : firstVersionFrom.get({ account, start })?.version;
    const newest =
      limits.endMs === undefined ? lastVersion.get({ account }) : lastVersionBefore.get({ account, end });
    return { first: first ?? END_OF_TIME, last: newest?.version ?? 0n };
  }

  return {
    balance: (userId: string): Balance => balanceOf({ accounts, days, clock }, identifier(userId, 'userId')),

    monthlyCaps: (userIds: readonly string[]): ReadonlyMap<string, MonthlyCap> =>
      new Map(
        userIds.map((userId) => [
          userId,
          {
            capMicroUsd: accounts.find(userAccount(userId)).monthlyCap,
            spentThisMonthMicroUsd: days.spentInMonth(userId, clock()),
          },
        ]),
      ),

    spentWithKeys: (apiKeyIds: readonly string[]): ReadonlyMap<string, bigint> =>
      new Map(apiKeyIds.map((id) => [id, keyMonths.spent(id, clock())])),

    entries(userId: string, query: EntryQuery): EntryPage {
      const { page, pageSize, apiKeyId } = query;
      checkPage(query);
      const account = userAccount(identifier(userId, 'userId'));
      const holds = holdsOf(userId, timeRange(account, query), apiKeyId);
      const { first, last } = versionsIn(account, query);
      const skipped = (page - 1) * pageSize;
      const holdsHere = holds.slice(skipped, skipped + pageSize);
      const skippedEntries = Math.max(0, skipped - holds.length);
      if (apiKeyId !== undefined) {
        const range = { account, apiKeyId, oldest: first, newest: last };
        const limit = BigInt(pageSize - holdsHere.length);
        const ofKey = entriesOfKey.all({ ...range, limit, offset: BigInt(skippedEntries) });
        return {
          total: holds.length + Number(countOfKey.get(range)?.count ?? 0n),
          items: [...holdsHere, ...ofKey].map(lineOf),
        };
      }
      const newest = last - BigInt(skippedEntries);
      const lowest = newest - BigInt(pageSize - holdsHere.length) + 1n;
      const entriesHere = entries.all({ account, newest, oldest: lowest > first ? lowest : first });
      return {
        total: holds.length + (last < first ? 0 : Number(last - first) + 1),
        items: [...holdsHere, ...entriesHere].map(lineOf),
      };
    },

    holds: (userId: string): LedgerLine[] =>
      holdsOf(userId, timeRange(userAccount(identifier(userId, 'userId')), {})).map(lineOf),

    /** Versions of a user's entries in a time range. */
    versionsOf: (userId: string, limits: TimeLimits) =>
      versionsIn(userAccount(identifier(userId, 'userId')), limits),

    lastVersion: (userId: string): bigint => lastVersion.get({ account: userAccount(userId) })?.version ?? 0n,

    /** Up to `limit` entries, from this version down. */
    entriesFrom: (userId: string, newest: bigint, limit: bigint): LedgerLine[] =>
      entries.all({ account: userAccount(userId), newest, oldest: newest - limit + 1n }).map(lineOf),

    postings: (userId: string, keyPrefix: string): StoredPosting[] =>
      postings.all({ userId, first: identifier(keyPrefix, 'keyPrefix'), last: `${keyPrefix}\uffff` }),

    usageSummary(userId: string, limits: TimeLimits & UsageFilter): UsageSummary {
      const account = userAccount(identifier(userId, 'userId'));
      const { apiKeyId = null } = limits;
      const range = timeRange(account, limits);
      const sumOf = (part: TimeRange): UsageRow | undefined => {
        if (apiKeyId === null) return summary.get(part);
        const { first, last } = versionsIn(account, { startMs: Number(part.start), endMs: Number(part.end) });
        return summaryOfKey.get({ account, apiKeyId, oldest: first, newest: last });
      };
      const { entries: ends, intervals } = usageParts(range);
      return usageSummaryOf([
        ...ends.map(sumOf),
        intervals && quarterSums.get({ userId, start: intervals.start, end: intervals.end, apiKeyId }),
      ]);
    },
  };
}
