import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import {
  createResponse,
  responseEvents,
  responseSchema,
  responsesRequestSchema,
  streamResponse,
  V1_BODY_BYTES,
  V1_ERRORS,
  v1IdempotencyHeaders,
} from '~/features/open-api/index.server';

export default apiRoute('/v1/responses', {
  POST: call({
    summary: 'Sends input to a model and charges for the reply, as OpenAI’s Responses do',
    description:
      'Only the stateless part: nothing is stored, so `previous_response_id`, `conversation` and `background` are refused, and `store` must be false or left out. Otherwise as POST /v1/chat/completions.',
    access: 'signed-in',
    apiKey: 'completions',
    headers: v1IdempotencyHeaders,
    body: responsesRequestSchema,
    maxBodyBytes: V1_BODY_BYTES,
    answer: responseSchema,
    otherAnswers: [responseEvents],
    errors: V1_ERRORS,
    handle: async ({ services, actor, headers, body, requestId }) => {
      const send = { request: body, idempotencyKey: headers['idempotency-key'] };
      if (body.stream) return streamResponse(services, actor, send, requestId);
      const { response, completion } = await createResponse(services, actor, send);
      return withHeaders(response, {
        'X-Promptwell-Cost-Usd': String(completion.usage.costUsd),
        ...(completion.replayed && { 'X-Idempotent-Replayed': 'true' }),
      });
    },
  }),
});
