import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  MAX_SAVE_BODY_BYTES,
  PROMPT_RATE_LIMITS,
  promptParams,
  renderedSchema,
  renderPrompt,
  renderSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/:id/render', {
  POST: call({
    summary: 'Returns a prompt’s text with its variables filled in',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.search,
    params: promptParams,
    body: renderSchema,
    maxBodyBytes: MAX_SAVE_BODY_BYTES,
    answer: renderedSchema,
    errors: { no_such_prompt: 'not-found', missing_values: 'invalid' },
    handle: ({ services, actor, params, body }) => renderPrompt(services, actor, { ...body, id: params.id }),
  }),
});
