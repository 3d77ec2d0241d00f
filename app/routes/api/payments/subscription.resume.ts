import { apiRoute, call } from '~/core/edge/declare-call.server';
import { resumeSubscription, subscriptionSchema } from '~/features/subscriptions/index.server';

export default apiRoute('/api/payments/subscription/resume', {
  POST: call({
    summary: 'Keeps a subscription that was canceled and has not ended yet',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'resume subscription', points: 60, perSeconds: 3600 },
    answer: subscriptionSchema,
    failure: 'Failed to resume',
    errors: {
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
      no_subscription: 'conflict',
    },
    handle: ({ services, actor }) => resumeSubscription(services, actor),
  }),
});
