import { apiRoute, call } from '~/core/edge/declare-call.server';
import { optionalIdempotencyHeaders } from '~/features/completions/index.server';
import {
  keptPromptSchema,
  MAX_SAVE_BODY_BYTES,
  PROMPT_RATE_LIMITS,
  savePrompt,
  savePromptSchema,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts', {
  POST: call({
    summary: 'Saves a prompt',
    description:
      'With the header X-Idempotency-Key, saving twice with the same key creates one prompt. Another text under a used key is refused.',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.save,
    headers: optionalIdempotencyHeaders,
    body: savePromptSchema,
    maxBodyBytes: MAX_SAVE_BODY_BYTES,
    answer: keptPromptSchema,
    status: 201,
    errors: {
      free_saved_limit: 'payment-required',
      too_many_prompts: 'conflict',
      no_such_part: 'invalid',
      no_such_prompt: 'not-found',
      own_prompt: 'conflict',
      idempotency_key_reused: 'unprocessable',
    },
    handle: ({ services, actor, body, headers }) =>
      savePrompt(services, actor, body, headers['x-idempotency-key']),
  }),
});
