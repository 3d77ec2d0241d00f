import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  currentPasswordSchema,
  passkeyParams,
  PASSWORD_ERRORS,
  removePasskey,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/passkeys/:id/remove', {
  POST: call({
    summary: 'Removes one of your passkeys; the last way to log in can’t be removed',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    params: passkeyParams,
    body: currentPasswordSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: messageSchema,
    errors: {
      ...PASSWORD_ERRORS,
      no_such_passkey: 'not-found',
      proof_required: 'invalid',
      wrong_password: 'forbidden',
      last_way_in: 'conflict',
    },
    handle: ({ services, actor, params, body }) => removePasskey(services, actor, { ...params, ...body }),
  }),
});
