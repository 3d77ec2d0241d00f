import { apiRoute, call } from '~/core/edge/declare-call.server';
import { startedTopUpSchema, startTopUp, startTopUpSchema } from '~/features/payments/index.server';

export default apiRoute('/api/payments/one-time-intent', {
  POST: call({
    summary: 'Starts a card payment for a package, or continues an unfinished one',
    description: 'The server looks up the package; an amount other than its price is refused.',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'start top-up', points: 20, perSeconds: 3600 },
    body: startTopUpSchema,
    answer: startedTopUpSchema,
    failure: 'Failed to create payment',
    errors: {
      payments_not_set_up: 'unavailable',
      payments_unavailable: 'upstream-failed',
      test_drive: 'forbidden',
      amount_mismatch: 'invalid',
    },
    handle: ({ services, actor, body }) => startTopUp(services, actor, body),
  }),
});
