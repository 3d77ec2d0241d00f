import type { Queries } from '~/core/db/postgres/queries.server';
import { statement } from '~/core/db/postgres/statement.server';
import type { Charge, EntrySearch } from '../contract';
import { lineOf } from '../reads/lines';
import {
  chargeOf,
  SEARCH_QUERIES,
  searchValues,
  type ChargeRow,
  type Found,
  type MatchingRow,
} from '../reads/search';
import { userAccount } from '../rules/accounts';

const matching = statement(SEARCH_QUERIES.matching);
const matchingOfKey = statement(SEARCH_QUERIES.matchingOfKey);
const charge = statement(SEARCH_QUERIES.charge);

/** Scans one step of entries, from `newest` down. */
export async function searchStep(
  queries: Queries,
  userId: string,
  search: EntrySearch,
  { newest, first }: { newest: bigint; first: bigint },
): Promise<Found> {
  const values = searchValues(userId, search, newest, first);
  const rows = await queries.all<MatchingRow>(
    search.apiKeyId === undefined ? matching : matchingOfKey,
    values,
  );
  const isFull = rows.length === search.limit;
  return { items: rows.map(lineOf), reached: (isFull ? rows.at(-1)?.version : undefined) ?? values.oldest };
}

/** Charge details by entry id; only completions of this user have them. */
export async function charges(
  queries: Queries,
  userId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, Charge>> {
  const found = new Map<string, Charge>();
  for (const id of entryIds) {
    if (!/^\d{1,9}$/.test(id)) continue;
    const row = await queries.get<ChargeRow>(charge, { id, account: userAccount(userId) });
    if (row) found.set(id, chargeOf(row));
  }
  return found;
}
