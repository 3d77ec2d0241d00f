import { apiRoute, call } from '~/core/edge/declare-call.server';
import { cancelSubscription, subscriptionSchema } from '~/features/subscriptions/index.server';

export default apiRoute('/api/payments/subscription/cancel', {
  POST: call({
    summary: 'Cancels your subscription at the end of the paid period',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'cancel subscription', points: 60, perSeconds: 3600 },

    answer: subscriptionSchema,
    failure: 'Failed to cancel',
    errors: {
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
      no_subscription: 'conflict',
    },
    handle: ({ services, actor }) => cancelSubscription(services, actor),
  }),
});
