import type { z } from 'zod';
import { costCents, wholeCents } from '~/core/shared/money';
import type { Ledger, LedgerLine } from '~/features/ledger/index.server';
import type { ledgerQuerySchema, rangeQuerySchema } from './schema';

export interface ShownLine {
  id: string;
  occurredAt: string;
  kind: string;
  provider: string | null;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** What the line took from the balance; negative for money that came in. */
  costCents: number;
  balanceAfterCents: number;
  reason: string;
  isOpen: boolean;
}

const show = (line: LedgerLine): ShownLine => ({
  id: line.id,
  occurredAt: new Date(line.occurredAtMs).toISOString(),
  kind: line.kind,
  provider: line.provider,
  model: line.model,
  inputTokens: line.inputTokens,
  outputTokens: line.outputTokens,
  costCents: costCents(-line.amountMicroUsd) + 0,
  balanceAfterCents: wholeCents(line.balanceAfterMicroUsd),
  reason: line.reason,
  isOpen: line.isOpenHold,
});

export async function listLedger(
  deps: { ledger: Ledger },
  userId: string,
  query: z.output<typeof ledgerQuerySchema>,
) {
  const { page, pageSize, start, end } = query;
  const found = await deps.ledger.entries(userId, { page, pageSize, startMs: start, endMs: end });
  return { total: found.total, page, pageSize, items: found.items.map(show) };
}

export async function summariseUsage(
  deps: { ledger: Ledger },
  userId: string,
  query: z.output<typeof rangeQuerySchema>,
) {
  const { totalCostMicroUsd, ...totals } = await deps.ledger.usageSummary(userId, {
    startMs: query.start,
    endMs: query.end,
  });
  return { ...totals, totalCostCents: costCents(totalCostMicroUsd) };
}
