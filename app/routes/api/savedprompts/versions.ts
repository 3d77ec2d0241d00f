import { apiRoute, call } from '~/core/edge/declare-call.server';
import { listPromptVersions, promptParams, promptVersionsSchema } from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/:id/versions', {
  GET: call({
    summary: 'Lists the versions of your prompt, newest first',
    access: 'signed-in',
    apiKey: 'prompts',
    params: promptParams,
    answer: promptVersionsSchema,
    errors: { no_such_prompt: 'not-found' },
    handle: ({ services, actor, params }) => listPromptVersions(services, actor, params.id),
  }),
});
