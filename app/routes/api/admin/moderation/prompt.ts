import { apiRoute, call } from '~/core/edge/declare-call.server';
import { flaggedPromptSchema, promptParams, readFlagged } from '~/features/prompts/index.server';

export default apiRoute('/api/admin/moderation/prompts/:id', {
  GET: call({
    summary: 'Gives a prompt with its whole text, to read before a decision',
    access: 'prompts:moderate',
    apiKey: 'none',
    params: promptParams,
    answer: flaggedPromptSchema,
    errors: { no_such_prompt: 'not-found' },
    handle: ({ services, params }) => readFlagged(services, params.id),
  }),
});
