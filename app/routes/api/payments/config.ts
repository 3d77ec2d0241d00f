import { apiRoute, call } from '~/core/edge/declare-call.server';
import { paymentConfigSchema, readPaymentConfig } from '~/features/payments/index.server';

export default apiRoute('/api/payments/config', {
  GET: call({
    summary: 'Returns what Stripe’s script needs in the browser',
    access: 'signed-in',
    apiKey: 'none',
    answer: paymentConfigSchema,
    handle: ({ services }) => readPaymentConfig(services),
  }),
});
