import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  flaggedPromptSchema,
  moderationUpdateSchema,
  noteOnPrompt,
  promptParams,
} from '~/features/prompts/index.server';

export default apiRoute('/api/admin/moderation/prompts/:id/update', {
  POST: call({
    summary: 'Saves moderation codes or notes on a prompt',
    access: 'prompts:moderate',
    apiKey: 'none',
    params: promptParams,
    body: moderationUpdateSchema,
    answer: flaggedPromptSchema,
    errors: { no_such_prompt: 'not-found' },
    handle: ({ services, actor, params, body }) => noteOnPrompt(services, actor, { ...body, id: params.id }),
  }),
});
