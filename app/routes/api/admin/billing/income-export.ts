import { apiRoute, call } from '~/core/edge/declare-call.server';
import { exportLedgers, exportQuerySchema } from '~/features/admin/index.server';

export default apiRoute('/api/admin/billing/income/export', {
  GET: call({
    summary: 'Exports top-ups, grants, adjustments and clawbacks, for up to 30 days',
    access: 'money:read',
    apiKey: 'none',
    query: exportQuerySchema,
    answer: { kind: 'file', mediaType: 'text/csv', description: 'One row per entry, newest first.' },
    failure: 'Export failed',
    errors: { range_too_long: 'invalid' },
    handle: ({ services, actor, query }) => exportLedgers(services, actor, { ...query, what: 'income' }),
  }),
});
