import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  deleteSavedSession,
  getSavedSession,
  savedSessionSchema,
  SESSION_ERRORS,
  sessionParams,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves/:id', {
  GET: call({
    summary: 'Returns a saved session with its texts',
    access: 'signed-in',
    apiKey: 'none',
    params: sessionParams,
    answer: savedSessionSchema,
    errors: SESSION_ERRORS,
    handle: ({ services, actor, params }) => getSavedSession(services, actor, params.id),
  }),
  DELETE: call({
    summary: 'Deletes a saved session; the ledger keeps what it cost',
    access: 'signed-in',
    apiKey: 'none',
    params: sessionParams,
    answer: { kind: 'nothing' },
    status: 204,
    errors: SESSION_ERRORS,
    handle: ({ services, actor, params }) => deleteSavedSession(services, actor, params.id),
  }),
});
