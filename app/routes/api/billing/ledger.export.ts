import { apiRoute, call } from '~/core/edge/declare-call.server';
import { EXPORT_ANSWERS, EXPORT_ERRORS } from '~/core/server/exports/send-export.server';
import { EXPORT_RATE_LIMIT, exportHistory, exportHistorySchema } from '~/features/billing/index.server';

export default apiRoute('/api/billing/ledger/export', {
  GET: call({
    summary: 'Exports your ledger entries that match the filters',
    description: 'Dates are days in your timezone; costs are in dollars. Free accounts get txt.',
    access: 'signed-in',
    apiKey: 'usage',
    rateLimit: EXPORT_RATE_LIMIT,
    query: exportHistorySchema,
    ...EXPORT_ANSWERS,
    errors: EXPORT_ERRORS,
    handle: ({ services, actor, query, signal }) =>
      exportHistory(services, actor, { filters: query, signal }),
  }),
});
