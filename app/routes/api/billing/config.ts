import { apiRoute, call } from '~/core/edge/declare-call.server';
import { billingConfigSchema, readBillingConfig } from '~/features/billing/index.server';

export default apiRoute('/api/billing/config', {
  GET: call({
    summary: 'Returns the most one of your requests may cost, in cents',
    access: 'signed-in',
    apiKey: 'none',
    answer: billingConfigSchema,
    handle: ({ services, actor }) => readBillingConfig(services, actor),
  }),
});
