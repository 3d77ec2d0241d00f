import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import { listModelsFor, listedProviderSchema } from '~/features/completions/index.server';

export default apiRoute('/api/ai/models', {
  GET: call({
    summary: 'Lists the models that can be used now, by provider, with their prices',
    description: 'With an API key that is limited to some models, only those.',
    access: 'signed-in',
    apiKey: 'completions',
    answer: z.object({ providers: z.array(listedProviderSchema) }),
    handle: async ({ services, actor }) => ({ providers: await listModelsFor(services, actor) }),
  }),
});
