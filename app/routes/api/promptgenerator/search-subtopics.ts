import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { searchSubtopicsSchema, topicSchema } from '~/features/generator/index.server';

export default apiRoute('/api/promptgenerator/search-subtopics', {
  GET: call({
    summary: 'Searches a topic’s subtopics by part of their name, from two characters',
    access: 'signed-in',
    apiKey: 'prompts',
    query: searchSubtopicsSchema,
    answer: z.array(topicSchema),
    handle: async ({ services, query }) => [
      ...(await services.content.searchSubtopics(query.topicId, query.q)),
    ],
  }),
});
