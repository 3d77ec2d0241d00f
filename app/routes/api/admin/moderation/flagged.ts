import { apiRoute, call } from '~/core/edge/declare-call.server';
import { flaggedListSchema, flaggedQuerySchema, listFlagged } from '~/features/prompts/index.server';

export default apiRoute('/api/admin/moderation/flagged', {
  GET: call({
    summary: 'Lists flagged prompts with the first 160 characters of each, longest waiting first',
    access: 'prompts:moderate',
    apiKey: 'none',
    query: flaggedQuerySchema,
    answer: flaggedListSchema,
    handle: ({ services, query }) => listFlagged(services, query),
  }),
});
