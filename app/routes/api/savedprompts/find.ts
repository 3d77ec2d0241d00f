import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  findByNameSchema,
  findPromptsByName,
  foundPromptsSchema,
  PROMPT_RATE_LIMITS,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/find', {
  GET: call({
    summary: 'Finds prompts by name: yours, your team’s, those you like, and the community’s',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.search,
    query: findByNameSchema,
    answer: foundPromptsSchema,
    failure: 'Failed to load prompts',
    handle: ({ services, actor, query }) => findPromptsByName(services, actor, query),
  }),
});
