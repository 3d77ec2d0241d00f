import type { PostgresConnection } from '~/core/db/postgres/postgres-connection.server';
import type { Queries } from '~/core/db/postgres/queries.server';
import { statement, type Statement } from '~/core/db/postgres/statement.server';
import type {
  EntryPage,
  EntryQuery,
  LedgerLine,
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
  type LineRow,
  type TimeLimits,
  type TimeRange,
  type UsageRow,
} from '../reads/lines';
import { userAccount } from '../rules/accounts';

const READS = {
  openHolds: statement(QUERIES.openHolds),
  entries: statement(QUERIES.entries),
  entriesOfKey: statement(QUERIES.entriesOfKey),
  countOfKey: statement(QUERIES.countOfKey),
  lastVersion: statement(QUERIES.lastVersion),
  firstVersionFrom: statement(QUERIES.firstVersionFrom),
  lastVersionBefore: statement(QUERIES.lastVersionBefore),
  postings: statement(QUERIES.postings),
  quarterSums: statement(QUERIES.quarterSums),
  summary: statement(QUERIES.summary),
  summaryOfKey: statement(QUERIES.summaryOfKey),
} as const;

/** Newest first. Ids follow time, so they order what began in one millisecond. */
async function holdsOf(queries: Queries, userId: string, range: TimeRange, apiKeyId: string | null = null) {
  const rows = await queries.all<LineRow>(READS.openHolds, { ...range, userId, apiKeyId });
  return rows.sort((a, b) => Number(b.occurredAt - a.occurredAt) || (a.id < b.id ? 1 : -1));
}

async function versionOf(queries: Queries, sql: Statement, values: Partial<TimeRange>) {
  const row = await queries.get<{ version: bigint | null }>(sql, values);
  return row?.version ?? undefined;
}

/** The versions in a time range; `first` > `last` if it is empty. */
async function versionsIn(queries: Queries, account: string, limits: TimeLimits) {
  const { start, end } = timeRange(account, limits);
  const first =
    limits.startMs === undefined ? 1n : await versionOf(queries, READS.firstVersionFrom, { account, start });
  const last =
    limits.endMs === undefined
      ? await versionOf(queries, READS.lastVersion, { account })
      : await versionOf(queries, READS.lastVersionBefore, { account, end });
  return { first: first ?? END_OF_TIME, last: last ?? 0n };
}

export const versionsOf = (database: PostgresConnection, userId: string, limits: TimeLimits) =>
  database.snapshot((queries) => versionsIn(queries, userAccount(identifier(userId, 'userId')), limits));

export async function entries(queries: Queries, userId: string, query: EntryQuery): Promise<EntryPage> {
  checkPage(query);
  const { page, pageSize, apiKeyId } = query;
  const account = userAccount(identifier(userId, 'userId'));
  const holds = await holdsOf(queries, userId, timeRange(account, query), apiKeyId);
  const { first, last } = await versionsIn(queries, account, query);
  const skipped = (page - 1) * pageSize;
  const holdsHere = holds.slice(skipped, skipped + pageSize);
  const skippedEntries = Math.max(0, skipped - holds.length);
  const room = pageSize - holdsHere.length;
  if (apiKeyId !== undefined) {
    const range = { account, apiKeyId, oldest: first, newest: last };
    const found = await queries.all<LineRow>(READS.entriesOfKey, {
      ...range,
      limit: room,
      offset: skippedEntries,
    });
    const counted = await queries.get<{ count: bigint }>(READS.countOfKey, range);
    return {
      total: holds.length + Number(counted?.count ?? 0n),
      items: [...holdsHere, ...found].map(lineOf),
    };
  }
  const newest = last - BigInt(skippedEntries);
  const lowest = newest - BigInt(room) + 1n;
  const oldest = lowest > first ? lowest : first;
  const entriesHere = await queries.all<LineRow>(READS.entries, { account, newest, oldest });
  return {
    total: holds.length + (last < first ? 0 : Number(last - first) + 1),
    items: [...holdsHere, ...entriesHere].map(lineOf),
  };
}

export async function* streamEntries(
  database: PostgresConnection,
  userId: string,
  batchSize: bigint,
): AsyncGenerator<LedgerLine> {
  const account = userAccount(identifier(userId, 'userId'));
  yield* (await database.snapshot((queries) => holdsOf(queries, userId, timeRange(account, {})))).map(lineOf);
  const last = await database.read((queries) => versionOf(queries, READS.lastVersion, { account }));
  for (let newest = last ?? 0n; newest > 0n; newest -= batchSize) {
    const range = { account, newest, oldest: newest - batchSize + 1n };
    yield* (await database.read((queries) => queries.all<LineRow>(READS.entries, range))).map(lineOf);
  }
}

export const postings = (queries: Queries, userId: string, keyPrefix: string): Promise<StoredPosting[]> =>
  queries.all<StoredPosting>(READS.postings, {
    userId,
    first: identifier(keyPrefix, 'keyPrefix'),
    last: `${keyPrefix}\uffff`,
  });

export async function usageSummary(
  queries: Queries,
  userId: string,
  limits: TimeLimits & UsageFilter,
): Promise<UsageSummary> {
  const account = userAccount(identifier(userId, 'userId'));
  const { apiKeyId = null } = limits;
  async function sumOf(part: TimeRange): Promise<UsageRow | undefined> {
    if (apiKeyId === null) return queries.get<UsageRow>(READS.summary, { ...part });
    const range = { startMs: Number(part.start), endMs: Number(part.end) };
    const { first, last } = await versionsIn(queries, account, range);
    return queries.get<UsageRow>(READS.summaryOfKey, { account, apiKeyId, oldest: first, newest: last });
  }
  const { entries: ends, intervals } = usageParts(timeRange(account, limits));
  const sums: (UsageRow | undefined)[] = [];
  for (const part of ends) sums.push(await sumOf(part));
  if (intervals)
    sums.push(await queries.get<UsageRow>(READS.quarterSums, { ...intervals, userId, apiKeyId }));
  return usageSummaryOf(sums);
}
