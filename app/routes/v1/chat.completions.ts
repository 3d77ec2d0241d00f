import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import {
  chatEvents,
  chatRequestSchema,
  chatResponseSchema,
  prepareChat,
  streamChat,
  toChatResponse,
  V1_BODY_BYTES,
  V1_ERRORS,
  v1IdempotencyHeaders,
} from '~/features/open-api/index.server';

export default apiRoute('/v1/chat/completions', {
  POST: call({
    summary: 'Sends messages to a model and charges for the reply, as OpenAI’s Chat Completions do',
    description:
      'The same completion as POST /api/ai/complete: the same balance, plan, limits and prices. Fields whose values change nothing are accepted, fields that would change the shape of the answer are refused by name, and other fields that aren’t supported are named in `warnings`. The header X-Promptwell-Cost-Usd says what was charged. With an Idempotency-Key, a repeated request gets the same answer for 15 minutes, charged once, with X-Idempotent-Replayed: true.',
    access: 'signed-in',
    apiKey: 'completions',
    headers: v1IdempotencyHeaders,
    body: chatRequestSchema,
    maxBodyBytes: V1_BODY_BYTES,
    answer: chatResponseSchema,
    otherAnswers: [chatEvents],
    errors: V1_ERRORS,
    handle: async ({ services, actor, headers, body, requestId }) => {
      const send = { request: body, idempotencyKey: headers['idempotency-key'] };
      if (body.stream) return streamChat(services, actor, send, requestId);
      const answered = await prepareChat(services, actor, send).run();
      const { usage, replayed } = answered.completion;
      return withHeaders(toChatResponse(answered, services.clock()), {
        'X-Promptwell-Cost-Usd': String(usage.costUsd),
        ...(replayed && { 'X-Idempotent-Replayed': 'true' }),
      });
    },
  }),
});
