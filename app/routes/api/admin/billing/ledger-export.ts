import { apiRoute, call } from '~/core/edge/declare-call.server';
import { exportUserLedger, userExportQuerySchema } from '~/features/admin/index.server';

export default apiRoute('/api/admin/billing/ledger/export', {
  GET: call({
    summary: 'Gives one account’s ledger of at most 30 days as a file',
    access: 'money:read',
    query: userExportQuerySchema,
    answer: { kind: 'file', mediaType: 'text/csv', description: 'One row for each entry, the newest first.' },
    failure: 'Export failed',
    errors: { no_such_user: 'not-found', range_too_long: 'invalid' },
    handle: ({ services, actor, query }) => exportUserLedger(services, actor, query),
  }),
});
