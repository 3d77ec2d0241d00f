import { apiRoute, call } from '~/core/edge/declare-call.server';
import { ledgerPageSchema, ledgerQuerySchema, listLedger } from '~/features/billing/index.server';

export default apiRoute('/api/billing/ledger', {
  GET: call({
    summary: 'Lists the movements of one’s balance, the newest first, holds while they are open among them',
    access: 'signed-in',
    query: ledgerQuerySchema,
    answer: ledgerPageSchema,
    handle: ({ services, actor, query }) => listLedger(services, actor, query),
  }),
});
