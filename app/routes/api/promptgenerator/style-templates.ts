import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { ofCategorySchema, templateSchema } from '~/features/generator/index.server';

export default apiRoute('/api/promptgenerator/style-templates', {
  GET: call({
    summary: 'Lists the style templates of a category',
    description: 'Each is paired with the outcome template of the same category and sort order.',
    access: 'signed-in',
    apiKey: 'prompts',
    query: ofCategorySchema,
    answer: z.array(templateSchema),
    handle: async ({ services, query }) => [...(await services.content.styles(query.categoryId))],
  }),
});
