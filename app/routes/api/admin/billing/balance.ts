import { apiRoute, call } from '~/core/edge/declare-call.server';
import { adminBalanceSchema, balanceQuerySchema, readAdminBalance } from '~/features/admin/index.server';

export default apiRoute('/api/admin/billing/balance', {
  GET: call({
    summary: 'Returns the balance of an account',
    access: 'money:read',
    apiKey: 'none',
    query: balanceQuerySchema,
    answer: adminBalanceSchema,
    failure: 'Failed to parse balance.',
    errors: { no_such_user: 'not-found' },
    handle: ({ services, query }) => readAdminBalance(services, query.userId),
  }),
});
