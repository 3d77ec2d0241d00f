import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  authenticatorSetupSchema,
  currentPasswordSchema,
  PASSWORD_ERRORS,
  startSecondFactor,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/second-factor/setup', {
  POST: call({
    summary: 'Begins to set up an authenticator app',
    description:
      'Enter the secret in the app, then send its first code to /api/auth/second-factor/enable within ten minutes.',
    access: 'signed-in',
    apiKey: 'none',
    beforeSecondFactor: true,
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    body: currentPasswordSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: authenticatorSetupSchema,
    errors: {
      ...PASSWORD_ERRORS,
      proof_required: 'invalid',
      wrong_password: 'forbidden',
      second_factor_on: 'conflict',
    },
    handle: ({ services, actor, body }) => startSecondFactor(services, actor, body),
  }),
});
