import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { listPrices, priceSchema } from '~/features/billing/index.server';

export default apiRoute('/api/aipricing/active', {
  GET: call({
    summary: 'Lists the current prices',
    access: 'signed-in',
    apiKey: 'completions',
    answer: z.array(priceSchema),
    handle: ({ services }) => listPrices(services, { activeOnly: true }),
  }),
});
