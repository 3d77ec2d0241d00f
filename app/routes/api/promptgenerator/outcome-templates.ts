import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { ofCategorySchema, templateSchema } from '~/features/generator/index.server';

export default apiRoute('/api/promptgenerator/outcome-templates', {
  GET: call({
    summary: 'Lists the outcome templates of a category',
    access: 'signed-in',
    apiKey: 'prompts',
    query: ofCategorySchema,
    answer: z.array(templateSchema),
    handle: async ({ services, query }) => [...(await services.content.outcomes(query.categoryId))],
  }),
});
