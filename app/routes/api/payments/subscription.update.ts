import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  changedSubscriptionSchema,
  planUpdateSchema,
  updateSubscription,
} from '~/features/subscriptions/index.server';

export default apiRoute('/api/payments/subscription/update', {
  POST: call({
    summary: 'Changes the plan or seats of your subscription once the rest of the month is paid',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'update subscription', points: 60, perSeconds: 3600 },
    body: planUpdateSchema,
    answer: changedSubscriptionSchema,
    failure: 'Failed to update',
    errors: {
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
      no_subscription: 'conflict',
      unknown_price: 'invalid',
      too_few_seats: 'invalid',
      seats_taken: 'conflict',
      card_declined: 'payment-required',
      change_pending: 'conflict',
      invoice_open: 'conflict',
    },
    handle: ({ services, actor, body }) => updateSubscription(services, actor, body),
  }),
});
