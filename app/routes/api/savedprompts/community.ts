import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  communityQuerySchema,
  listCommunityPrompts,
  PROMPT_RATE_LIMITS,
  promptListSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/community', {
  GET: call({
    summary: 'Lists the community’s prompts',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.search,
    query: communityQuerySchema,
    answer: promptListSchema,
    failure: 'Failed to load prompts',
    handle: ({ services, actor, query }) => listCommunityPrompts(services, actor, query),
  }),
});
