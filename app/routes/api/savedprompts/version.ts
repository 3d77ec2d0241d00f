import { apiRoute, call } from '~/core/edge/declare-call.server';
import { getPromptVersion, promptVersionParams, promptVersionSchema } from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/:id/versions/:version', {
  GET: call({
    summary: 'Returns one version of your prompt with its text',
    access: 'signed-in',
    apiKey: 'prompts',
    params: promptVersionParams,
    answer: promptVersionSchema,
    errors: { no_such_prompt: 'not-found' },
    handle: ({ services, actor, params }) => getPromptVersion(services, actor, params),
  }),
});
