import { callApi } from '~/core/browser/call-api';
import { ledgerPageSchema } from '~/features/billing';

export const LEDGER_PAGE_SIZE = 25;

export function fetchLedgerPage(page: number, signal: AbortSignal) {
  const query = new URLSearchParams({ page: String(page), pageSize: String(LEDGER_PAGE_SIZE) });
  return callApi(`/api/billing/ledger?${query.toString()}`, ledgerPageSchema, { signal });
}
