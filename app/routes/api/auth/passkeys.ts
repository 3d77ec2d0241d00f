import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_RATE_LIMITS,
  addPasskey,
  listPasskeys,
  newPasskeySchema,
  passkeyListSchema,
  passkeySchema,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/passkeys', {
  GET: call({
    summary: 'Lists your passkeys',
    access: 'signed-in',
    apiKey: 'none',
    answer: passkeyListSchema,
    handle: async ({ services, actor }) => ({ passkeys: await listPasskeys(services, actor) }),
  }),
  POST: call({
    summary: 'Adds the passkey that the browser made from /api/auth/passkeys/registration-options',
    access: 'signed-in',
    apiKey: 'none',
    beforeSecondFactor: true,
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    body: newPasskeySchema,
    answer: passkeySchema,
    status: 201,
    errors: {
      invalid_challenge: 'unauthenticated',
      passkey_refused: 'invalid',
      passkey_known: 'conflict',
      passkeys_unavailable: 'conflict',
      too_many_passkeys: 'conflict',
    },
    handle: ({ services, actor, body, request }) => addPasskey(services, actor, { ...body, request }),
  }),
});
