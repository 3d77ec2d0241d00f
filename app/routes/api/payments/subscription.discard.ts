import { apiRoute, call } from '~/core/edge/declare-call.server';
import { discardChange, subscriptionSchema } from '~/features/subscriptions/index.server';

export default apiRoute('/api/payments/subscription/discard', {
  POST: call({
    summary: 'Gives up a change of your subscription that waits for its payment',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'discard subscription change', points: 60, perSeconds: 3600 },
    answer: subscriptionSchema,
    failure: 'Failed to update',
    errors: {
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
      no_subscription: 'conflict',
    },
    handle: ({ services, actor }) => discardChange(services, actor),
  }),
});
