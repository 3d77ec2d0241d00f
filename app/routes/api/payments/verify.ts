import { apiRoute, call } from '~/core/edge/declare-call.server';
import { verifiedPaymentSchema, verifyPayment, verifyQuerySchema } from '~/features/payments/index.server';

export default apiRoute('/api/payments/verify', {
  GET: call({
    summary: 'Returns the outcome of your card payment, and credits it if that hasn’t happened yet',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: { name: 'verify payment', points: 120, perSeconds: 3600 },
    query: verifyQuerySchema,
    answer: verifiedPaymentSchema,
    errors: { no_such_payment: 'not-found' },
    handle: ({ services, actor, query }) => verifyPayment(services, actor, query),
  }),
});
