import { apiRoute, call } from '~/core/edge/declare-call.server';
import { changePreviewSchema, planChoiceSchema, previewChange } from '~/features/subscriptions/index.server';

export default apiRoute('/api/payments/subscription/preview', {
  POST: call({
    summary: 'Previews the cost of another plan or number of seats, without changing anything',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'preview subscription', points: 60, perSeconds: 3600 },
    body: planChoiceSchema,
    answer: changePreviewSchema,
    failure: 'Failed to update',
    errors: {
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
      no_subscription: 'conflict',
      unknown_price: 'invalid',
      too_few_seats: 'invalid',
      change_pending: 'conflict',
      invoice_open: 'conflict',
    },
    handle: ({ services, actor, body }) => previewChange(services, actor, body),
  }),
});
