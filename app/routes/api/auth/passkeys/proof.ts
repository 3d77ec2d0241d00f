import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  ACCOUNT_RATE_LIMITS,
  proveByPasskey,
  signInWithPasskeySchema,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/passkeys/proof', {
  POST: call({
    summary: 'Confirms with a passkey that it’s you, for the changes of the next ten minutes in this session',
    access: 'signed-in',
    apiKey: 'none',
    beforeSecondFactor: true,
    rateLimit: ACCOUNT_RATE_LIMITS.passkey,
    body: signInWithPasskeySchema,
    answer: messageSchema,
    errors: {
      invalid_challenge: 'unauthenticated',
      passkey_refused: 'unauthenticated',
      passkeys_unavailable: 'conflict',
    },
    handle: ({ services, actor, body, request }) => proveByPasskey(services, actor, { ...body, request }),
  }),
});
