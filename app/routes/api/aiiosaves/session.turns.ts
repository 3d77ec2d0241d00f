import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  readTurns,
  SESSION_ERRORS,
  sessionTurnsSchema,
  sessionParams,
  turnsQuerySchema,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves/:id/turns', {
  GET: call({
    summary: 'Lists a session’s exchanges, newest first',
    access: 'signed-in',
    apiKey: 'none',
    params: sessionParams,
    query: turnsQuerySchema,
    answer: sessionTurnsSchema,
    errors: SESSION_ERRORS,
    handle: ({ services, actor, params, query }) =>
      readTurns(services, actor, { sessionId: params.id, query }),
  }),
});
