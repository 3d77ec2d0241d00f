import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  PROMPT_RATE_LIMITS,
  promptParams,
  savedPromptSchema,
  usePrompt,
  usePromptSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/:id/use', {
  POST: call({
    summary: 'Counts a request that was made from a prompt, and gives the prompt',
    description:
      'With the key of a request that was sent from here, that request is counted, once, and its cost joins the average; without one, a request that was made elsewhere.',
    access: 'signed-in',
    rateLimit: PROMPT_RATE_LIMITS.like,
    params: promptParams,
    body: usePromptSchema,
    answer: savedPromptSchema,
    errors: { no_such_prompt: 'not-found', no_such_operation: 'not-found' },
    handle: ({ services, actor, params, body }) => usePrompt(services, actor, { ...body, id: params.id }),
  }),
});
