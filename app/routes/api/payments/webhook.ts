import { apiRoute, call } from '~/core/edge/declare-call.server';
import { readText } from '~/core/edge/read-request.server';
import { receiveWebhook, webhookAnswerSchema } from '~/features/payments/index.server';

/** Stripe's events are a few kilobytes long. */
const MAX_BYTES = 256 * 1024;

export default apiRoute('/api/payments/webhook', {
  POST: call({
    summary: 'Receives an event from Stripe, signed with STRIPE_WEBHOOK_SECRET',
    access: 'anyone',
    apiKey: 'none',
    readsBody: {
      mediaType: 'application/json',
      description: `An event of Stripe, at most ${String(MAX_BYTES / 1024)} KB, with its header Stripe-Signature.`,
    },
    answer: webhookAnswerSchema,
    errors: {
      unsigned: 'invalid',
      wrong_signature: 'invalid',
      too_large: 'too-large',
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
    },
    handle: async ({ services, request }) =>
      receiveWebhook(services, {
        body: await readText(request, MAX_BYTES),
        signature: request.headers.get('Stripe-Signature'),
      }),
  }),
});
