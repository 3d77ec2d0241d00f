import { apiRoute, call } from '~/core/edge/declare-call.server';
import { readSubscription, subscriptionSchema } from '~/features/subscriptions/index.server';

export default apiRoute('/api/payments/subscription/status', {
  GET: call({
    summary: 'Returns your subscription, or None',
    access: 'signed-in',
    apiKey: 'none',
    answer: subscriptionSchema,
    handle: ({ services, actor }) => readSubscription(services, actor),
  }),
});
