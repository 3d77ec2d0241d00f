import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  PROMPT_RATE_LIMITS,
  promptParams,
  savedPromptSchema,
  sharePrompt,
  sharePromptSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/:id/team', {
  PUT: call({
    summary: 'Shares your prompt with your team, or stops sharing it',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: PROMPT_RATE_LIMITS.save,
    params: promptParams,
    body: sharePromptSchema,
    answer: savedPromptSchema,
    errors: { no_such_prompt: 'not-found', no_team: 'conflict' },
    handle: ({ services, actor, params, body }) => sharePrompt(services, actor, { id: params.id, ...body }),
  }),
});
