import type { LedgerPage } from '~/features/billing/index.server';
import { readRefusal } from './send-prompt';

export const LEDGER_PAGE_SIZE = 25;

export async function fetchLedgerPage(page: number, signal: AbortSignal): Promise<LedgerPage> {
  const query = new URLSearchParams({ page: String(page), pageSize: String(LEDGER_PAGE_SIZE) });
  const response = await fetch(`/api/billing/ledger?${query.toString()}`, { signal });
  if (!response.ok) throw new Error((await readRefusal(response)).message);
  return (await response.json()) as LedgerPage;
}
