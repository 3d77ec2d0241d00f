import { apiRoute, call } from '~/core/edge/declare-call.server';
import { priceSchema, upsertPrice, upsertPriceSchema } from '~/features/billing/index.server';

export default apiRoute('/api/aipricing/upsert', {
  POST: call({
    summary: 'Sets the price of a model',
    description: 'Requests in progress keep their original price.',
    access: 'prices:edit',
    apiKey: 'none',
    body: upsertPriceSchema,
    answer: priceSchema,
    handle: ({ services, actor, body }) => upsertPrice(services, actor, body),
  }),
});
