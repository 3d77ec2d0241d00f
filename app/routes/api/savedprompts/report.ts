import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  PROMPT_RATE_LIMITS,
  promptParams,
  reportPrompt,
  reportSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/:id/report', {
  POST: call({
    summary:
      'Reports a prompt of the community; three people’s reports hide it until a moderator has looked at it',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: PROMPT_RATE_LIMITS.report,
    params: promptParams,
    body: reportSchema,
    answer: messageSchema,
    errors: { no_such_prompt: 'not-found', own_prompt: 'conflict', already_reported: 'conflict' },
    handle: ({ services, actor, params, body }) => reportPrompt(services, actor, { ...body, id: params.id }),
  }),
});
