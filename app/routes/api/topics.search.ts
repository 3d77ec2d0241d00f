import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { searchTopicsSchema, topicSchema } from '~/features/generator/index.server';

export default apiRoute('/api/topics/search', {
  GET: call({
    summary: 'Searches topics by part of their name, from two characters',
    access: 'signed-in',
    apiKey: 'prompts',
    query: searchTopicsSchema,
    answer: z.array(topicSchema),
    handle: async ({ services, query }) => [...(await services.content.searchTopics(query.q))],
  }),
});
