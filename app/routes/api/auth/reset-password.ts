import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  PASSWORD_ERRORS,
  resetPassword,
  resetPasswordSchema,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/reset-password', {
  POST: call({
    summary: 'Sets a new password with an emailed link’s token, and ends all sessions',
    access: 'anyone',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.useToken,
    body: resetPasswordSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: messageSchema,
    errors: { ...PASSWORD_ERRORS, invalid_link: 'invalid', same_password: 'invalid' },
    handle: async ({ services, body }) => {
      const { message } = await resetPassword(services, body);
      return { message };
    },
  }),
});
