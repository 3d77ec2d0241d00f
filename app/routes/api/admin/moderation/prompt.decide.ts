import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  decidePrompt,
  decisionSchema,
  flaggedPromptSchema,
  promptParams,
} from '~/features/prompts/index.server';

export default apiRoute('/api/admin/moderation/prompts/:id/decide', {
  POST: call({
    summary: 'Approves a flagged prompt or rejects it, and notifies its author',
    access: 'prompts:moderate',
    apiKey: 'none',
    params: promptParams,
    body: decisionSchema,
    answer: flaggedPromptSchema,
    errors: { no_such_prompt: 'not-found', prompt_changed: 'conflict', prompt_decided: 'conflict' },
    handle: ({ services, actor, params, body }) => decidePrompt(services, actor, { ...body, id: params.id }),
  }),
});
