import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  listedSessionSchema,
  renameSession,
  SESSION_ERRORS,
  SESSION_RATE_LIMITS,
  sessionName,
  sessionParams,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves/:id/rename', {
  PUT: call({
    summary: 'Renames a saved session; the body is the new name as a JSON string',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: SESSION_RATE_LIMITS.save,
    params: sessionParams,
    body: sessionName,
    answer: listedSessionSchema,
    errors: SESSION_ERRORS,
    handle: ({ services, actor, params, body }) =>
      renameSession(services, actor, { id: params.id, name: body }),
  }),
});
