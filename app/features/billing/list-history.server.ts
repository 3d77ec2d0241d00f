import { parseDate } from '@internationalized/date';
import type { UserRef } from '~/core/server/session.server';
import type { EntryPage, EntrySearch, LedgerLine } from '~/features/ledger/contract';
import type { BillingDeps } from './deps.server';
import { describeLine } from './balance.server';
import { explainCharge, type ChargeExplanation } from './explain-charge.server';
import type { LedgerItem } from './responses';
import type { HistoryFilters, HistoryQuery } from './schema';

/** A ledger line with the explanation of its charge; null if it isn't a completion. */
type HistoryItem = LedgerItem & {
  story: ChargeExplanation | null;
  /** The idempotency key of a completion. */
  requestKey: string | null;
};

export type HistoryPage = {
  items: HistoryItem[];
  /** The number of lines, or null if filters make counting too slow; then use `next`. */
  total: number | null;
  next: string | null;
};

/**
 * A page of the user's ledger. Without filters other than dates, pages are numbered and counted. With other filters,
 * pages follow a cursor.
 */
export async function listHistory(
  services: Pick<BillingDeps, 'catalogue' | 'ledger' | 'preferences'>,
  { userId }: UserRef,
  query: HistoryQuery,
): Promise<HistoryPage> {
  const { ledger, preferences, catalogue } = services;
  const { PreferredTimezone } = await preferences.read(userId);
  const search = searchFor(query, PreferredTimezone);
  const { items: lines, ...place } = isCounted(query)
    ? counted(
        await ledger.entries(userId, {
          page: query.page,
          pageSize: query.pageSize,
          startMs: search.startMs,
          endMs: search.endMs,
          apiKeyId: search.apiKeyId,
        }),
      )
    : {
        total: null,
        ...(await ledger.search(userId, { ...search, after: query.after, limit: query.pageSize })),
      };
  const charges = await ledger.charges(
    userId,
    lines.filter(({ kind, isOpenHold }) => kind === 'usage' && !isOpenHold).map(({ id }) => id),
  );
  const items = await Promise.all(
    lines.map(async (line) => {
      const charge = charges.get(line.id);
      return {
        ...(await describeLine(catalogue, line)),
        requestKey: charge?.idempotencyKey ?? null,
        story: charge ? explainCharge(charge, -line.amountMicroUsd) : null,
      };
    }),
  );
  return { items, ...place };
}

const counted = ({ items, total }: EntryPage) => ({ items, total, next: null });

const isCounted = ({ provider, model, reason, min, max }: HistoryFilters): boolean =>
  [provider, model, reason, min, max].every((filter) => filter === undefined);

/** Converts the filters to a ledger search; days start and end in the user's time zone. */
export const searchFor = (
  { apiKey, provider, model, reason, min, max, from, to }: HistoryFilters,
  timeZone: string,
): Omit<EntrySearch, 'limit' | 'after'> => ({
  apiKeyId: apiKey,
  provider,
  model,
  reason,
  minCostMicroUsd: min,
  maxCostMicroUsd: max,
  startMs: from === undefined ? undefined : parseDate(from).toDate(timeZone).getTime(),
  endMs: to === undefined ? undefined : parseDate(to).add({ days: 1 }).toDate(timeZone).getTime(),
});

const EXPORT_BATCH_SIZE = 500;

/** All matching lines, newest first, read in batches of a few hundred. */
export async function* streamLines(
  { ledger }: Pick<BillingDeps, 'ledger'>,
  userId: string,
  search: Omit<EntrySearch, 'limit' | 'after'>,
): AsyncGenerator<LedgerLine> {
  for (let after: string | null | undefined; after !== null;) {
    const found = await ledger.search(userId, { ...search, after, limit: EXPORT_BATCH_SIZE });
    yield* found.items;
    after = found.next;
  }
}
