import { apiRoute, call } from '~/core/edge/declare-call.server';
import { exportUserLedger, userExportQuerySchema } from '~/features/admin/index.server';

export default apiRoute('/api/admin/billing/ledger/export', {
  GET: call({
    summary: 'Exports one account’s ledger, for up to 30 days',
    access: 'money:read',
    apiKey: 'none',
    query: userExportQuerySchema,
    answer: { kind: 'file', mediaType: 'text/csv', description: 'One row per entry, newest first.' },
    failure: 'Export failed',
    errors: { no_such_user: 'not-found', range_too_long: 'invalid' },
    handle: ({ services, actor, query }) => exportUserLedger(services, actor, query),
  }),
});
