import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import {
  COMPLETION_ERRORS,
  idempotencyHeaders,
  optimizePrompt,
  optimizeResponseSchema,
  optimizeRequestSchema,
} from '~/features/completions/index.server';

export default apiRoute('/api/ai/optimize', {
  POST: call({
    summary: 'Asks a model for a better prompt and charges for it',
    description:
      'Charged like any request, with its own keys; the same key with the same body returns the same prompt. Variables such as {{name}} are never lost. Free accounts have a small separate daily allowance.',
    access: 'signed-in',
    apiKey: 'completions',
    headers: idempotencyHeaders,
    body: optimizeRequestSchema,
    answer: optimizeResponseSchema,
    errors: COMPLETION_ERRORS,
    handle: async ({ services, actor, headers, body }) => {
      const reply = await optimizePrompt(services, actor, {
        key: headers['x-idempotency-key'],
        request: body,
      });
      return reply.replayed ? withHeaders(reply, { 'X-Idempotent-Replayed': 'true' }) : reply;
    },
  }),
});
