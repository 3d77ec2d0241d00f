import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  listOwnPrompts,
  ownPromptsQuerySchema,
  PROMPT_RATE_LIMITS,
  promptListSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/my-prompts', {
  GET: call({
    summary: 'Lists your prompts',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.search,
    query: ownPromptsQuerySchema,
    answer: promptListSchema,
    failure: 'Failed to load prompts',
    handle: ({ services, actor, query }) => listOwnPrompts(services, actor, query),
  }),
});
