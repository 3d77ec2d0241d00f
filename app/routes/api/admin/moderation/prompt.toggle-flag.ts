import { apiRoute, call } from '~/core/edge/declare-call.server';
import { flaggedPromptSchema, promptParams, toggleFlag } from '~/features/prompts/index.server';

export default apiRoute('/api/admin/moderation/prompts/:id/toggle-flag', {
  POST: call({
    summary: 'Flags a prompt, which hides it from the community, or removes the flag',
    access: 'prompts:moderate',
    params: promptParams,
    answer: flaggedPromptSchema,
    errors: { no_such_prompt: 'not-found' },
    handle: ({ services, actor, params }) => toggleFlag(services, actor, params.id),
  }),
});
