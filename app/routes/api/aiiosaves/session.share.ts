import { z } from '~/core/shared/zod';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  readShare,
  revokeShare,
  SESSION_ERRORS,
  SESSION_RATE_LIMITS,
  sessionParams,
  sessionShareSchema,
  SHARE_ERRORS,
  shareSchema,
  shareSession,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves/:id/share', {
  GET: call({
    summary: 'Returns the link under which a session is shared; null without one',
    access: 'signed-in',
    apiKey: 'none',
    params: sessionParams,
    answer: z.nullable(sessionShareSchema),
    errors: SESSION_ERRORS,
    handle: ({ services, actor, params }) => readShare(services, actor, params.id),
  }),
  POST: call({
    summary:
      'Shares a session as it is now under an unguessable link; one that it has already shows it as it is now',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: SESSION_RATE_LIMITS.share,
    params: sessionParams,
    body: shareSchema,
    maxBodyBytes: 1024 * 1024,
    answer: sessionShareSchema,
    status: 201,
    errors: SHARE_ERRORS,
    handle: ({ services, actor, params, body }) =>
      shareSession(services, actor, { id: params.id, input: body }),
  }),
  DELETE: call({
    summary: 'Ends the link under which a session is shared',
    access: 'signed-in',
    apiKey: 'none',
    params: sessionParams,
    answer: { kind: 'nothing' },
    status: 204,
    errors: SESSION_ERRORS,
    handle: ({ services, actor, params }) => revokeShare(services, actor, params.id),
  }),
});
