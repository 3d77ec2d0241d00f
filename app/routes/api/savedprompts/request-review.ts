import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  keptPromptSchema,
  PROMPT_RATE_LIMITS,
  promptParams,
  requestReview,
  reviewRequestSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/:id/request-review', {
  POST: call({
    summary: 'Asks a moderator to approve your prompt, or appeals a decision',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: PROMPT_RATE_LIMITS.review,
    params: promptParams,
    body: reviewRequestSchema,
    answer: keptPromptSchema,
    errors: { no_such_prompt: 'not-found', already_appealed: 'conflict', already_public: 'conflict' },
    handle: ({ services, actor, params, body }) => requestReview(services, actor, { ...body, id: params.id }),
  }),
});
