import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { listPrices, priceSchema } from '~/features/billing/index.server';

export default apiRoute('/api/aipricing', {
  GET: call({
    summary: 'Lists all prices, active or not',
    access: 'prices:edit',
    apiKey: 'none',
    answer: z.array(priceSchema),
    handle: ({ services }) => listPrices(services, { activeOnly: false }),
  }),
});
