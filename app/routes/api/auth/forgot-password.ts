import { apiRoute, call } from '~/core/edge/declare-call.server';
import { messageSchema } from '~/core/shared/message';
import {
  ACCOUNT_BODY_BYTES,
  ACCOUNT_RATE_LIMITS,
  emailOnlySchema,
  requestPasswordReset,
} from '~/features/accounts/index.server';

export default apiRoute('/api/auth/forgot-password', {
  POST: call({
    summary: 'Emails a link to choose a new password; the answer doesn’t reveal whether there is an account',
    access: 'anyone',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.askForMail,
    body: emailOnlySchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: messageSchema,
    handle: ({ services, body }) => requestPasswordReset(services, body),
  }),
});
