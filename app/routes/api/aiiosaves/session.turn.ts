import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  KEEP_TURN_ERRORS,
  keepTurn,
  keepTurnSchema,
  listedSessionSchema,
  MAX_SESSION_BODY_BYTES,
  removeTurn,
  SESSION_ERRORS,
  SESSION_RATE_LIMITS,
  turnParams,
} from '~/features/sessions/index.server';

export default apiRoute('/api/aiiosaves/:id/turns/:key', {
  PUT: call({
    summary: 'Keeps an exchange in a session',
    description:
      'The id is your own UUID: with Begins, the first exchange begins a recent session under the first words of its message. Another request with the same key replaces the exchange.',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: SESSION_RATE_LIMITS.keep,
    params: turnParams,
    body: keepTurnSchema,
    maxBodyBytes: MAX_SESSION_BODY_BYTES,
    answer: listedSessionSchema,
    errors: KEEP_TURN_ERRORS,
    handle: ({ services, actor, params, body }) =>
      keepTurn(services, actor, { sessionId: params.id, key: params.key, input: body }),
  }),
  DELETE: call({
    summary: 'Removes an exchange from a session; the ledger keeps what it cost',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: SESSION_RATE_LIMITS.keep,
    params: turnParams,
    answer: { kind: 'nothing' },
    status: 204,
    errors: SESSION_ERRORS,
    handle: ({ services, actor, params }) =>
      removeTurn(services, actor, { sessionId: params.id, key: params.key }),
  }),
});
