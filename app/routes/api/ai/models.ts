import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import { listModels, listedProviderSchema } from '~/features/completions/index.server';

export default apiRoute('/api/ai/models', {
  GET: call({
    summary: 'Lists the models that can be used now, by provider, with their prices',
    access: 'signed-in',
    apiKey: 'completions',
    answer: z.object({ providers: z.array(listedProviderSchema) }),
    handle: async ({ services }) => ({ providers: await listModels(services) }),
  }),
});
