import { apiRoute, call } from '~/core/edge/declare-call.server';
import { z } from '~/core/shared/zod';
import { ofTopicSchema, topicSchema } from '~/features/generator/index.server';

export default apiRoute('/api/promptgenerator/subtopics', {
  GET: call({
    summary: 'Lists the subtopics of a topic',
    access: 'signed-in',
    apiKey: 'prompts',
    query: ofTopicSchema,
    answer: z.array(topicSchema),
    handle: async ({ services, query }) => [...(await services.content.subtopics(query.topicId))],
  }),
});
