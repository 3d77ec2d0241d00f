import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  communityQuerySchema,
  listTeamPrompts,
  PROMPT_RATE_LIMITS,
  promptListSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/team', {
  GET: call({
    summary: 'Lists the prompts shared with your team',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.search,
    query: communityQuerySchema,
    answer: promptListSchema,
    failure: 'Failed to load prompts',
    handle: ({ services, actor, query }) => listTeamPrompts(services, actor, query),
  }),
});
