import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  currentPasswordSchema,
  PASSWORD_ERRORS,
  recoveryCodesSchema,
  renewRecoveryCodes,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/second-factor/recovery-codes', {
  POST: call({
    summary: 'Makes ten new recovery codes; the old ones stop working',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.secondFactor,
    body: currentPasswordSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: recoveryCodesSchema,
    errors: {
      ...PASSWORD_ERRORS,
      proof_required: 'invalid',
      wrong_password: 'forbidden',
      second_factor_off: 'conflict',
    },
    handle: ({ services, actor, body }) => renewRecoveryCodes(services, actor, body),
  }),
});
