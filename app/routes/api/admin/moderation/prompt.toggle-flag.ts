import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  flaggedPromptSchema,
  flagPrompt,
  flagSchema,
  promptParams,
  toggleFlag,
} from '~/features/prompts/index.server';

export default apiRoute('/api/admin/moderation/prompts/:id/toggle-flag', {
  POST: call({
    summary: 'Flags a prompt, which hides it from the community, or removes the flag',
    access: 'prompts:moderate',
    apiKey: 'none',
    params: promptParams,
    body: flagSchema,
    answer: flaggedPromptSchema,
    errors: { no_such_prompt: 'not-found', already_hidden: 'conflict' },
    handle: ({ services, actor, params: { id }, body: { isFlagged } }) =>
      isFlagged ? flagPrompt(services, actor, id) : toggleFlag(services, actor, id),
  }),
});
