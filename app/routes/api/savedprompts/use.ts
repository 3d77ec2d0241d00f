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
    summary: 'Counts a use of a prompt and returns the prompt',
    description:
      'With the key of a request sent from here, that request is counted once and its cost is included in the average; without a key, a request made elsewhere is counted.',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.like,
    params: promptParams,
    body: usePromptSchema,
    answer: savedPromptSchema,
    errors: { no_such_prompt: 'not-found', no_such_operation: 'not-found' },
    handle: ({ services, actor, params, body }) => usePrompt(services, actor, { ...body, id: params.id }),
  }),
});
