import { apiRoute, call } from '~/core/edge/declare-call.server';
import { ledgerPageSchema, ledgerQuerySchema, listLedger } from '~/features/billing/index.server';

export default apiRoute('/api/billing/ledger', {
  GET: call({
    summary: 'Lists your ledger entries, newest first, including open holds',
    access: 'signed-in',
    apiKey: 'usage',
    query: ledgerQuerySchema,
    answer: ledgerPageSchema,
    handle: ({ services, actor, query }) => listLedger(services, actor, query),
  }),
});
