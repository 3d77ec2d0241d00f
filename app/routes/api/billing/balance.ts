import { apiRoute, call } from '~/core/edge/declare-call.server';
import { balanceSchema, getBalance } from '~/features/billing/index.server';

export default apiRoute('/api/billing/balance', {
  GET: call({
    summary: 'Returns your balance, today’s spend and today’s free requests',
    access: 'signed-in',
    apiKey: 'usage',
    answer: balanceSchema,
    handle: ({ services, actor }) => getBalance(services, actor),
  }),
});
