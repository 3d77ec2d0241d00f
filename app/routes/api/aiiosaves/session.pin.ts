import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  listedSessionSchema,
  pinSession,
  SESSION_ERRORS,
  SESSION_RATE_LIMITS,
  sessionParams,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves/:id/pin', {
  PUT: call({
    summary: 'Pins a session or unpins it; the body is true or false',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: SESSION_RATE_LIMITS.save,
    params: sessionParams,
    body: z.boolean(),
    answer: listedSessionSchema,
    errors: { ...SESSION_ERRORS, too_many_pinned: 'conflict' },
    handle: ({ services, actor, params, body }) =>
      pinSession(services, actor, { id: params.id, isPinned: body }),
  }),
});
