import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  likeAnswerSchema,
  likePrompt,
  PROMPT_RATE_LIMITS,
  promptParams,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/:id/like', {
  POST: call({
    summary: 'Likes a community prompt, once',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: PROMPT_RATE_LIMITS.like,
    params: promptParams,
    answer: likeAnswerSchema,
    errors: { no_such_prompt: 'not-found', own_prompt: 'conflict' },
    failure: 'Failed to like prompt. Please try again.',
    handle: ({ services, actor, params }) => likePrompt(services, actor, params.id),
  }),
});
