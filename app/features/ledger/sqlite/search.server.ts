import type { Database } from 'better-sqlite3';
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

export function searchOf(connection: Database) {
  const matching = connection.prepare<[Record<string, unknown>], MatchingRow>(SEARCH_QUERIES.matching);
  const matchingOfKey = connection.prepare<[Record<string, unknown>], MatchingRow>(
    SEARCH_QUERIES.matchingOfKey,
  );
  const charge = connection.prepare<[{ id: string; account: string }], ChargeRow>(SEARCH_QUERIES.charge);

  return {
    /** Scans one step of entries, from `newest` down. */
    step(userId: string, search: EntrySearch, newest: bigint, first: bigint): Found {
      const values = searchValues(userId, search, newest, first);
      const rows = (search.apiKeyId === undefined ? matching : matchingOfKey).all(values);
      const isFull = rows.length === search.limit;
      return {
        items: rows.map(lineOf),
        reached: (isFull ? rows.at(-1)?.version : undefined) ?? values.oldest,
      };
    },

    /** Charge details of an entry; undefined if it isn't a completion of this user. */
    charge(userId: string, id: string): Charge | undefined {
      const row = charge.get({ id, account: userAccount(userId) });
      return row && chargeOf(row);
    },
  };
}
