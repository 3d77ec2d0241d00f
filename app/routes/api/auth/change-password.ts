import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  changePassword,
  changePasswordSchema,
  PASSWORD_ERRORS,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/change-password', {
  POST: call({
    summary: 'Changes your password and logs out all other browsers and scripts',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.changePassword,
    body: changePasswordSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: messageSchema,
    description:
      '`currentPassword` is required unless you confirmed in the last ten minutes that it’s you. If the account has no password yet, confirm that on the account page first.',
    errors: {
      ...PASSWORD_ERRORS,
      proof_required: 'invalid',
      wrong_password: 'forbidden',
      same_password: 'invalid',
    },
    handle: ({ services, actor, body }) => changePassword(services, actor, body),
  }),
});
