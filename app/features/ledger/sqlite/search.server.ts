import type { Database } from 'better-sqlite3';
import type { Charge, EntrySearch, FoundEntries, LedgerLine } from '../contract';
import { readRule } from '../stored-rule';
import { userAccount } from './accounts.server';
import { lineOf, LINE_COLUMNS, type LineRow } from './queries.server';
import { readExtras } from './usage.server';

export const SEARCH_QUERIES = {
  /** Matching entries in a range of versions. */
  matching: `
    SELECT ${LINE_COLUMNS}, version FROM ledger_entry
    WHERE account_id = @account AND version BETWEEN @oldest AND @newest
      AND (@provider IS NULL OR provider = @provider) AND (@model IS NULL OR model = @model)
      AND (@reason IS NULL OR instr(lower(reason), lower(@reason)) > 0)
      AND (@minCost IS NULL OR -amount >= @minCost) AND (@maxCost IS NULL OR -amount <= @maxCost)
    ORDER BY version DESC LIMIT @limit`,

  /** The same for one API key, by the index on it. */
  matchingOfKey: `
    SELECT ${LINE_COLUMNS}, version FROM ledger_entry
    WHERE api_key_id = @apiKeyId AND version BETWEEN @oldest AND @newest AND +account_id = @account
      AND (@provider IS NULL OR provider = @provider) AND (@model IS NULL OR model = @model)
      AND (@reason IS NULL OR instr(lower(reason), lower(@reason)) > 0)
      AND (@minCost IS NULL OR -amount >= @minCost) AND (@maxCost IS NULL OR -amount <= @maxCost)
    ORDER BY version DESC LIMIT @limit`,

  charge: `
    SELECT o.provider, o.model, o.endpoint, o.category_id AS categoryId, o.is_free AS isFree, h.amount AS held,
      h.price_rule AS priceRule, h.usage, e.input_tokens AS inputTokens, e.output_tokens AS outputTokens
    FROM ledger_entry e JOIN ledger_hold h ON h.operation_id = e.operation_id
      JOIN ledger_operation o ON o.id = e.operation_id
    WHERE e.id = @id AND e.account_id = @account AND e.kind = 'usage'`,
} as const;

/** Entries scanned per step, so that other work on the connection isn't blocked. */
const SEARCH_BATCH_SIZE = 10_000n;

interface MatchingRow extends LineRow {
  version: bigint;
}

interface ChargeRow {
  provider: string;
  model: string;
  endpoint: string;
  categoryId: bigint | null;
  isFree: bigint;
  held: bigint;
  priceRule: string;
  usage: string | null;
  inputTokens: bigint | null;
  outputTokens: bigint | null;
}

/** Result of one step: matches among the entries from `newest` down to `reached`. */
interface Found {
  items: LedgerLine[];
  /** The last scanned version. */
  reached: bigint;
}

export function searchOf(connection: Database) {
  const matching = connection.prepare<[Record<string, unknown>], MatchingRow>(SEARCH_QUERIES.matching);
  const matchingOfKey = connection.prepare<[Record<string, unknown>], MatchingRow>(
    SEARCH_QUERIES.matchingOfKey,
  );
  const charge = connection.prepare<[{ id: string; account: string }], ChargeRow>(SEARCH_QUERIES.charge);

  return {
    /** Scans one step of entries, from `newest` down. */
    step(userId: string, search: EntrySearch, newest: bigint, first: bigint): Found {
      const lowest = newest - SEARCH_BATCH_SIZE + 1n;
      const oldest = lowest > first ? lowest : first;
      const { apiKeyId } = search;
      const rows = (apiKeyId === undefined ? matching : matchingOfKey).all({
        ...(apiKeyId !== undefined && { apiKeyId }),
        account: userAccount(userId),
        oldest,
        newest,
        provider: search.provider ?? null,
        model: search.model ?? null,
        reason: search.reason ?? null,
        minCost: search.minCostMicroUsd ?? null,
        maxCost: search.maxCostMicroUsd ?? null,
        limit: BigInt(search.limit),
      });
      const isFull = rows.length === search.limit;
      return { items: rows.map(lineOf), reached: (isFull ? rows.at(-1)?.version : undefined) ?? oldest };
    },

    /** Charge details of an entry; undefined if it isn't a completion of this user. */
    charge(userId: string, id: string): Charge | undefined {
      const row = charge.get({ id, account: userAccount(userId) });
      if (!row) return undefined;
      const { held, priceRule, usage, inputTokens, outputTokens, categoryId, isFree, ...names } = row;
      return {
        ...names,
        categoryId: categoryId === null ? null : Number(categoryId),
        isFree: isFree === 1n,
        heldMicroUsd: held,
        price: readRule(priceRule),
        usage: {
          ...readExtras(usage),
          inputTokens: Number(inputTokens ?? 0n),
          outputTokens: Number(outputTokens ?? 0n),
        },
      };
    },
  };
}

/**
 * A page of matching entries. Scans by version, newest first. A rare match may require scanning the whole history, so
 * each step acquires the lock separately.
 */
export async function searchEntries(
  search: EntrySearch,
  { first, last }: { first: bigint; last: bigint },
  step: (newest: bigint, limit: number) => Promise<Found>,
): Promise<FoundEntries> {
  const after =
    search.after !== undefined && /^\d{1,15}$/.test(search.after) ? BigInt(search.after) : undefined;
  let newest = after !== undefined && after - 1n < last ? after - 1n : last;
  const items: LedgerLine[] = [];
  while (newest >= first && items.length < search.limit) {
    const found = await step(newest, search.limit - items.length);
    for (const item of found.items) items.push(item);
    newest = found.reached - 1n;
  }
  return { items, next: newest >= first ? String(newest + 1n) : null };
}
