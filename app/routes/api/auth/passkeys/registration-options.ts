import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  currentPasswordSchema,
  passkeyOptionsSchema,
  passkeyRegistrationOptions,
  PASSWORD_ERRORS,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/passkeys/registration-options', {
  POST: call({
    summary: 'Returns options for navigator.credentials.create(), to add a passkey',
    description: 'Sets a cookie that binds their challenge to this browser. It works once, for five minutes.',
    access: 'signed-in',
    apiKey: 'none',
    beforeSecondFactor: true,
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    body: currentPasswordSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: passkeyOptionsSchema,
    errors: {
      ...PASSWORD_ERRORS,
      proof_required: 'invalid',
      wrong_password: 'forbidden',
      passkeys_unavailable: 'conflict',
      too_many_passkeys: 'conflict',
    },
    handle: ({ services, actor, body, request }) =>
      passkeyRegistrationOptions(services, actor, { ...body, request }),
  }),
});
