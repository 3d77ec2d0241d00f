import type { Charge, EntrySearch, FoundEntries, LedgerLine } from '../contract';
import { userAccount } from '../rules/accounts';
import { readExtras } from '../rules/usage';
import { readRule } from '../stored-rule';
import { LINE_COLUMNS, type LineRow } from './lines';

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
    SELECT o.provider, o.model, o.endpoint, o.idempotency_key AS idempotencyKey, o.category_id AS categoryId, o.is_free AS isFree, h.amount AS held,
      h.price_rule AS priceRule, h.usage, e.input_tokens AS inputTokens, e.output_tokens AS outputTokens
    FROM ledger_entry e JOIN ledger_hold h ON h.operation_id = e.operation_id
      JOIN ledger_operation o ON o.id = e.operation_id
    WHERE e.id = @id AND e.account_id = @account AND e.kind = 'usage'`,
} as const;

/** Entries scanned per step, so that other work on the connection isn't blocked. */
const SEARCH_BATCH_SIZE = 10_000n;

export interface MatchingRow extends LineRow {
  version: bigint;
}

export interface ChargeRow {
  provider: string;
  model: string;
  endpoint: string;
  idempotencyKey: string;
  categoryId: bigint | null;
  isFree: bigint;
  held: bigint;
  priceRule: string;
  usage: string | null;
  inputTokens: bigint | null;
  outputTokens: bigint | null;
}

/** Result of one step: matches among the entries from `newest` down to `reached`. */
export interface Found {
  items: LedgerLine[];
  /** The last scanned version. */
  reached: bigint;
}

/** The values of a step of the search. */
export function searchValues(userId: string, search: EntrySearch, newest: bigint, first: bigint) {
  const lowest = newest - SEARCH_BATCH_SIZE + 1n;
  return {
    ...(search.apiKeyId !== undefined && { apiKeyId: search.apiKeyId }),
    account: userAccount(userId),
    oldest: lowest > first ? lowest : first,
    newest,
    provider: search.provider ?? null,
    model: search.model ?? null,
    reason: search.reason ?? null,
    minCost: search.minCostMicroUsd ?? null,
    maxCost: search.maxCostMicroUsd ?? null,
    limit: BigInt(search.limit),
  };
}

export function chargeOf(row: ChargeRow): Charge {
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
