import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import { withHeaders } from '~/core/edge/reply.server';
import { optionalIdempotencyHeaders } from '~/features/completions/index.server';
import {
  listedSessionSchema,
  listSavedSessions,
  listSessionsSchema,
  MAX_SESSION_BODY_BYTES,
  saveSession,
  saveSessionSchema,
  SESSION_RATE_LIMITS,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves', {
  GET: call({
    summary: 'Lists your saved sessions without their text, newest first',
    description: 'The header X-Total-Count says how many there are on all pages.',
    access: 'signed-in',
    apiKey: 'none',
    query: listSessionsSchema,
    answer: z.array(listedSessionSchema),
    handle: async ({ services, actor, query }) => {
      const { items, total } = await listSavedSessions(services, actor, query);
      return withHeaders(items, { 'X-Total-Count': String(total) });
    },
  }),
  POST: call({
    summary: 'Saves a playground session',
    description:
      'With the header X-Idempotency-Key, saving twice with the same key creates one session. It is as it was saved last.',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: SESSION_RATE_LIMITS.save,
    headers: optionalIdempotencyHeaders,
    body: saveSessionSchema,
    maxBodyBytes: MAX_SESSION_BODY_BYTES,
    answer: listedSessionSchema,
    status: 201,
    errors: { too_many_sessions: 'conflict' },
    handle: ({ services, actor, body, headers }) =>
      saveSession(services, actor, { input: body, saveKey: headers['x-idempotency-key'] }),
  }),
});
