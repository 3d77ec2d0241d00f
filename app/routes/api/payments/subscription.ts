import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  planChoiceSchema,
  startedSubscriptionSchema,
  startSubscription,
} from '~/features/subscriptions/index.server';

export default apiRoute('/api/payments/subscription', {
  POST: call({
    summary: 'Starts a Team or Enterprise subscription; a first payment is confirmed in the browser',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'start subscription', points: 20, perSeconds: 3600 },
    body: planChoiceSchema,
    answer: startedSubscriptionSchema,
    failure: 'Failed to create',
    errors: {
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
      test_drive: 'forbidden',
      unknown_price: 'invalid',
      too_few_seats: 'invalid',
      already_subscribed: 'conflict',
      already_in_team: 'conflict',
    },
    handle: ({ services, actor, body }) => startSubscription(services, actor, body),
  }),
});
