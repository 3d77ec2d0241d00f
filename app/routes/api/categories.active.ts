import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { categorySchema } from '~/features/generator/index.server';

export default apiRoute('/api/categories/active', {
  GET: call({
    summary: 'Lists the categories of prompts',
    access: 'signed-in',
    apiKey: 'prompts',
    answer: z.array(categorySchema),
    handle: async ({ services }) => [...(await services.content.categories())],
  }),
});
