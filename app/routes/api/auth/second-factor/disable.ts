import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  currentPasswordSchema,
  disableSecondFactor,
  PASSWORD_ERRORS,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/second-factor/disable', {
  POST: call({
    summary: 'Turns the authenticator off and removes its recovery codes and remembered browsers',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    body: currentPasswordSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: messageSchema,
    errors: {
      ...PASSWORD_ERRORS,
      proof_required: 'invalid',
      wrong_password: 'forbidden',
      second_factor_off: 'conflict',
    },
    handle: ({ services, actor, body }) => disableSecondFactor(services, actor, body),
  }),
});
