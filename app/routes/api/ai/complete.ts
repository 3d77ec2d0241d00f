import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import {
  COMPLETION_ERRORS,
  completePrompt,
  completeRequestSchema,
  completionEvents,
  completionResponseSchema,
  idempotencyHeaders,
  streamCompletion,
} from '~/features/completions/index.server';

const MEGABYTE = 1024 * 1024;

export default apiRoute('/api/ai/complete', {
  POST: call({
    summary: 'Sends a prompt to a model and charges for the reply',
    description:
      'The same key with the same body returns the same reply, charged once: `replayed` is then true, and an answer in JSON has the header X-Idempotent-Replayed: true. While it is under way, the key is answered with in_flight. A request that failed costs nothing, and may be sent again with its key. With Accept: text/event-stream the reply arrives piece by piece.',
    access: 'signed-in',
    apiKey: 'completions',
    headers: idempotencyHeaders,
    body: completeRequestSchema,
    /** Includes attached images. */
    maxBodyBytes: { free: 4 * MEGABYTE, pro: 32 * MEGABYTE },
    answer: completionResponseSchema,
    otherAnswers: [completionEvents],
    errors: COMPLETION_ERRORS,
    handle: async ({ services, actor, headers, body, request, requestId }) => {
      const send = { key: headers['x-idempotency-key'], request: body };
      if (request.headers.get('Accept')?.includes('text/event-stream')) {
        return streamCompletion(services, actor, send, requestId);
      }
      const reply = await completePrompt(services, actor, send);
      return reply.replayed ? withHeaders(reply, { 'X-Idempotent-Replayed': 'true' }) : reply;
    },
  }),
});
