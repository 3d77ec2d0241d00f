import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { purposeSchema } from '~/features/generator/index.server';

export default apiRoute('/api/purpose/help', {
  GET: call({
    summary: 'Lists purposes, each with a suggested category and templates',
    access: 'signed-in',
    apiKey: 'prompts',
    answer: z.array(purposeSchema),
    handle: async ({ services }) => [...(await services.content.purposes())],
  }),
});
