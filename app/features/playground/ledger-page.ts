import { z } from '~/core/browser/browser-zod';
import { readRefusal } from './send-prompt';

const ledgerPageSchema = z.object({
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      occurredAt: z.string(),
      kind: z.string(),
      model: z.nullable(z.string()),
      inputTokens: z.nullable(z.number()),
      outputTokens: z.nullable(z.number()),
      /** What the line took from the balance; negative for money that came in. */
      costCents: z.number(),
      balanceAfterCents: z.number(),
      reason: z.string(),
      isOpen: z.boolean(),
    }),
  ),
});

export type LedgerPage = z.output<typeof ledgerPageSchema>;
export type LedgerLine = LedgerPage['items'][number];

export const LEDGER_PAGE_SIZE = 25;

export async function fetchLedgerPage(page: number, signal: AbortSignal): Promise<LedgerPage> {
  const query = new URLSearchParams({ page: String(page), pageSize: String(LEDGER_PAGE_SIZE) });
  const response = await fetch(`/api/billing/ledger?${query.toString()}`, { signal });
  if (!response.ok) throw new Error((await readRefusal(response)).message);
  return ledgerPageSchema.parse(await response.json());
}
