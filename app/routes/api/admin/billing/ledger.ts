import { apiRoute, call } from '~/core/edge/declare-call.server';
import { adminLedgerQuerySchema, listAdminLedger } from '~/features/admin/index.server';
import { ledgerPageSchema } from '~/features/billing/index.server';

export default apiRoute('/api/admin/billing/ledger', {
  GET: call({
    summary: 'Lists an account’s ledger entries, newest first',
    access: 'money:read',
    apiKey: 'none',
    query: adminLedgerQuerySchema,
    answer: ledgerPageSchema,
    failure: 'Failed to parse ledger.',
    errors: { no_such_user: 'not-found' },
    handle: ({ services, query }) => listAdminLedger(services, query),
  }),
});
