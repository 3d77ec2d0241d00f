import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  planChoiceSchema,
  subscriptionSchema,
  updateSubscription,
} from '~/features/subscriptions/index.server';

export default apiRoute('/api/payments/subscription/update', {
  POST: call({
    summary:
      'Changes the plan or seats of your subscription; the rest of the month is charged or credited right away',
    access: 'signed-in',
    rateLimit: { name: 'update subscription', points: 60, perSeconds: 3600 },
    body: planChoiceSchema,
    answer: subscriptionSchema,
    failure: 'Failed to update',
    errors: {
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
      no_subscription: 'conflict',
      unknown_price: 'invalid',
      too_few_seats: 'invalid',
      seats_taken: 'conflict',
    },
    handle: ({ services, actor, body }) => updateSubscription(services, actor, body),
  }),
});
