import { apiRoute, call } from '~/core/edge/declare-call.server';
import { optionalIdempotencyHeaders } from '~/features/completions/index.server';
import {
  importAnswerSchema,
  importPrompts,
  importSchema,
  MAX_IMPORT_BODY_BYTES,
  PROMPT_RATE_LIMITS,
} from '~/features/prompts/index.server';

export default apiRoute('/api/savedprompts/import', {
  POST: call({
    summary: 'Imports prompts from a file: JSON or CSV from this product, Open WebUI or ChatGPT',
    description:
      'With the header X-Idempotency-Key, importing twice with the same key adds each prompt once.',
    access: 'signed-in',
    apiKey: 'prompts',
    rateLimit: PROMPT_RATE_LIMITS.transfer,
    headers: optionalIdempotencyHeaders,
    body: importSchema,
    maxBodyBytes: MAX_IMPORT_BODY_BYTES,
    answer: importAnswerSchema,
    status: 201,
    errors: {
      unreadable_file: 'invalid',
      free_saved_limit: 'payment-required',
      too_many_prompts: 'conflict',
      import_incomplete: 'unavailable',
    },
    handle: ({ services, actor, body, headers }) =>
      importPrompts(services, actor, body, headers['x-idempotency-key']),
  }),
});
